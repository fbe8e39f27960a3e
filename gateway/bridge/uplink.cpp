// SPDX-License-Identifier: MIT
#include "gateway/bridge/uplink.h"

#include "gateway/base/jsonview.h"
#include "gateway/bridge/batchline.h"
#include "gateway/bridge/linepieces.h"
#include "gateway/ipc/link.h"
#include "gateway/mcp/methods.h"
#include "gateway/mcp/protocolversion.h"

#include <utility>

namespace pasarela {

using Kind = mcp::MessageScanner::Kind;

void Uplink::feed(QByteArrayView chunk)
{
    // Lines that go through are written in one go: those that do not can only stand before them.
    const char *through = nullptr;
    forEachLinePiece(chunk, [&](QByteArrayView piece, bool ends) {
        if (!m_line.isBegun()) {
            beginLine();
            if (!piece.isEmpty() && link::mayBeInBand(piece)) {
                if (through)
                    m_owner.toGateway(QByteArrayView(through, piece.data()));
                through = nullptr;
                keepFromLink();
            }
        }
        m_line.feed(piece);
        if (m_way == Way::Through && !through)
            through = piece.data();
        if (m_way == Way::Wait && !m_waiting.append(piece))
            drop(ClientError::tooMuchWaits());
        if (ends)
            endLine();
    });
    if (through)
        m_owner.toGateway(QByteArrayView(through, chunk.end()));
}

void Uplink::finish()
{
    if (m_line.isBegun())
        feed("\n");
}

void Uplink::beginLine()
{
    m_way = m_mode == Mode::Through ? Way::Through : Way::Wait;
    if (m_mode == Mode::Refuse)
        drop(m_refusal);
}

/// Only the bridge itself speaks for the link: with white space before it, which means nothing in JSON, a client's line
/// is none of the link's, and the gateway answers it as any other.
void Uplink::keepFromLink()
{
    m_line.feed(" ");
    if (m_way == Way::Through)
        m_owner.toGateway(" ");
    else if (m_way == Way::Wait && !m_waiting.append(" "))
        drop(ClientError::tooMuchWaits());
}

void Uplink::drop(const ClientError &error)
{
    m_way = Way::Drop;
    m_dropped = error;
}

void Uplink::endLine()
{
    const ClientLine line = std::exchange(m_line, {});
    switch (m_way) {
    case Way::Through:
        sent(line);
        break;
    case Way::Wait:
        endWaitingLine(line);
        break;
    case Way::Drop:
        for (const ClientLine &message : messagesOf(line))
            noteNotification(message);
        answer(line, m_dropped);
        break;
    }
}

/// A batch waits as its messages, for the gateway answers each by itself, and not all of them may stay. One that the
/// gateway refuses, or may refuse, waits whole.
void Uplink::endWaitingLine(const ClientLine &line)
{
    const QList<QByteArray> members = gatewayTakesBatches() ? batchMembers(line.batch()) : QList<QByteArray>();
    if (members.isEmpty()) {
        endWaitingMessage(line);
        return;
    }
    m_waiting.discard();
    for (const QByteArray &member : members) {
        const ClientLine message = ClientLine::of(member);
        if (m_waiting.append(member))
            endWaitingMessage(message);
        else
            answer(message, ClientError::tooMuchWaits());
    }
}

void Uplink::endWaitingMessage(const ClientLine &message)
{
    noteNotification(message);
    const Kind kind = message.kind();
    const bool isAsking = kind == Kind::Request || kind == Kind::Unknown;
    const bool isCancellable = kind == Kind::Request && message.method() != mcp::method::initialize;
    if (message.isBlank() || (!isAsking && m_mode == Mode::WaitAlone))
        m_waiting.discard();
    else if (!isAsking && m_mode == Mode::WaitRequests)
        m_owner.toGateway(m_waiting.takeOpen() + '\n');
    else
        m_waiting.end(isCancellable ? message.id() : QByteArray(), isAsking);
}

/// The gateway has got it all.
void Uplink::sent(const ClientLine &line)
{
    for (const ClientLine &message : gatewayTakesBatches() ? messagesOf(line) : std::vector{line}) {
        noteNotification(message);
        if (message.kind() == Kind::Request)
            m_open.add(message.id(), message.copy(), message.method() == mcp::method::initialize);
        else if (message.kind() == Kind::Unknown && !message.isBlank())
            m_open.add({}); // garbage, which the gateway answers
    }
}

void Uplink::noteNotification(const ClientLine &message)
{
    if (message.kind() != Kind::Notification)
        return;
    if (message.method() == mcp::method::initialized) {
        m_kept.initialized(message.copy());
    } else if (message.method() == mcp::method::cancelled) {
        const QByteArray id = cancelledId(message.copy());
        m_open.cancelled(id);
        m_waiting.remove(id);
    }
}

/// Every request in `line` gets `error`, also those of a batch that the gateway would refuse.
void Uplink::answer(const ClientLine &line, const ClientError &error)
{
    for (const ClientLine &message : messagesOf(line)) {
        if (message.kind() == Kind::Request && !message.id().isEmpty())
            m_owner.toClient(error.lineFor(message.id()));
    }
}

/// It refuses a batch with one answer where the revision that was agreed on has none. As long as that is not known,
/// what the client asks for decides nothing yet, and its requests are better awaited in vain than given up.
bool Uplink::gatewayTakesBatches() const
{
    const QByteArray &agreed = m_kept.agreedVersion();
    return agreed.isEmpty() ? m_open.isInitializing() : mcp::revisionAllowsBatches(jsonStringValue(agreed));
}

void Uplink::open()
{
    m_mode = Mode::Through;
    for (const WaitingLines::Line &line : m_waiting.take()) {
        sent(ClientLine::of(line.bytes));
        m_owner.toGateway(line.bytes + '\n');
    }
    if (m_line.isBegun() && m_way == Way::Wait) {
        m_owner.toGateway(m_waiting.takeOpen());
        m_way = Way::Through;
    }
}

void Uplink::lose(const ClientError &error)
{
    m_mode = Mode::WaitAlone;
    for (const QByteArray &id : m_open.takeIds())
        m_owner.toClient(error.lineFor(id));
    if (m_line.isBegun() && m_way == Way::Through)
        drop(error); // its beginning is gone with the gateway
}

void Uplink::refuse(const ClientError &error)
{
    m_mode = Mode::Refuse;
    m_refusal = error;
    answerWaiting(error);
    if (m_line.isBegun() && m_way == Way::Wait) {
        m_waiting.discard();
        drop(error);
    }
}

void Uplink::answerWaiting(const ClientError &error)
{
    for (const WaitingLines::Line &line : m_waiting.take())
        answer(ClientLine::of(line.bytes), error);
}

} // namespace pasarela
