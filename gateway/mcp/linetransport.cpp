// SPDX-License-Identifier: MIT
#include "gateway/mcp/linetransport.h"

#include "gateway/base/logging.h"

#include <QPointer>

namespace pasarela::mcp {

LineTransport::LineTransport(std::unique_ptr<ByteStream> stream, qsizetype lineLimit, QObject *parent)
    : Transport(parent)
    , m_stream(std::move(stream))
    , m_framer(lineLimit)
{
    connect(m_stream.get(), &ByteStream::received, this, &LineTransport::onReceived);
    connect(m_stream.get(), &ByteStream::drained, this, &LineTransport::drained);
    connect(m_stream.get(), &ByteStream::finished, this, &LineTransport::finished);
    connect(m_stream.get(), &ByteStream::closed, this, &LineTransport::end);
}

LineTransport::~LineTransport()
{
    m_stream->disconnect(this);
}

void LineTransport::start()
{
    m_stream->resume();
}

void LineTransport::send(QByteArray line, QByteArrayView)
{
    qCDebug(lcWire).noquote() << "send" << line;
    line += '\n';
    m_stream->write(line);
}

qint64 LineTransport::bytesQueued() const
{
    return m_stream->bytesQueued();
}

void LineTransport::pause()
{
    m_stream->pause();
}

void LineTransport::resume()
{
    m_stream->resume();
}

void LineTransport::close()
{
    m_stream->finishWriting();
    if (m_stream->bytesQueued() == 0)
        return end({Error::Code::Closed, QStringLiteral("the connection was closed")});
    connect(m_stream.get(), &ByteStream::drained, this,
            [this] { end({Error::Code::Closed, QStringLiteral("the connection was closed")}); });
}

bool LineTransport::takeLine(QByteArrayView)
{
    return false;
}

void LineTransport::end(const Error &reason)
{
    if (std::exchange(m_ended, true))
        return;
    m_stream->disconnect(this);
    m_stream->abort();
    Q_EMIT closed(reason);
}

void LineTransport::onReceived(QByteArrayView bytes)
{
    const QPointer<LineTransport> self(this);
    m_framer.push(
        bytes,
        [&](QByteArray line) {
            if (!self || m_ended || takeLine(line) || !self)
                return;
            qCDebug(lcWire).noquote() << "received" << line;
            auto parsed = Message::parse(std::move(line));
            if (const auto *message = std::get_if<Message>(&parsed))
                Q_EMIT received(*message);
            else
                Q_EMIT unreadable(std::get<MessageFault>(parsed));
        },
        [&](const QByteArray &head) {
            Q_UNUSED(head)
            if (self && !m_ended)
                Q_EMIT unreadable({-32600, {}, "the line is longer than allowed and was dropped"});
        });
}

} // namespace pasarela::mcp
