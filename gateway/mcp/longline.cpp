// SPDX-License-Identifier: MIT
#include "gateway/mcp/longline.h"

#include "gateway/base/logging.h"
#include "gateway/mcp/calloutcome.h"
#include "gateway/mcp/jsonrpcerror.h"

namespace pasarela::mcp {

namespace {

LongLine::Outcome errorFor(const QByteArray &id)
{
    const Message error = Message::error(
        internalError,
        QStringLiteral("The answer is longer than a message may be, so it was not taken. ") + unknownOutcome());
    auto parsed = Message::parse(composed(error, id));
    Q_ASSERT(std::holds_alternative<Message>(parsed));
    return std::get<Message>(std::move(parsed));
}

} // namespace

bool LongLine::feed(QByteArrayView piece, bool ends)
{
    m_begun = true;
    if (!m_told)
        m_scanner.feed(piece);
    const bool tellsNow = !m_told && (ends || m_scanner.isDecided());
    if (tellsNow)
        tell();
    if (ends) {
        m_scanner.reset();
        m_begun = false;
        m_told = false;
    }
    return tellsNow;
}

bool LongLine::breakOff()
{
    const bool tellsNow = m_begun && !m_told;
    if (tellsNow)
        tell();
    m_scanner.reset();
    m_begun = false;
    m_told = false;
    return tellsNow;
}

void LongLine::tell()
{
    m_told = true;
    const QByteArray id = isMessageId(m_scanner.id()) ? m_scanner.id() : QByteArray();
    const MessageScanner::Kind kind = m_scanner.kind();
    qCWarning(lcGateway, "A message over the limit of its length was not taken.");
    if (kind == MessageScanner::Kind::Response)
        m_outcome = id.isEmpty() ? Outcome() : errorFor(id);
    else if (kind == MessageScanner::Kind::Notification)
        m_outcome = Outcome();
    else
        m_outcome = MessageFault{invalidRequest,
                                 id,
                                 "the message is over the limit of its length",
                                 {},
                                 kind == MessageScanner::Kind::Request};
}

} // namespace pasarela::mcp
