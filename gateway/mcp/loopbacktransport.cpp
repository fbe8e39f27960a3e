// SPDX-License-Identifier: MIT
#include "gateway/mcp/loopbacktransport.h"

namespace pasarela::mcp {

std::pair<std::unique_ptr<Transport>, std::unique_ptr<Transport>> makeLoopback()
{
    std::unique_ptr<LoopbackTransport> here(new LoopbackTransport);
    std::unique_ptr<LoopbackTransport> there(new LoopbackTransport);
    here->m_peer = there.get();
    there->m_peer = here.get();
    return {std::move(here), std::move(there)};
}

LoopbackTransport::~LoopbackTransport()
{
    if (m_peer)
        QMetaObject::invokeMethod(m_peer, &LoopbackTransport::end, Qt::QueuedConnection);
}

void LoopbackTransport::send(QByteArray line, QByteArrayView)
{
    if (m_peer && !m_ended)
        QMetaObject::invokeMethod(m_peer, [peer = m_peer.data(), line = std::move(line)] { peer->deliver(line); },
                                  Qt::QueuedConnection);
}

void LoopbackTransport::deliver(const QByteArray &line)
{
    if (m_ended)
        return;
    auto parsed = Message::parse(line);
    if (const auto *message = std::get_if<Message>(&parsed))
        Q_EMIT received(*message);
    else
        Q_EMIT unreadable(std::get<MessageFault>(parsed));
}

void LoopbackTransport::close()
{
    if (m_peer)
        QMetaObject::invokeMethod(m_peer, &LoopbackTransport::end, Qt::QueuedConnection);
    QMetaObject::invokeMethod(this, &LoopbackTransport::end, Qt::QueuedConnection);
}

void LoopbackTransport::end()
{
    if (std::exchange(m_ended, true))
        return;
    Q_EMIT closed({Error::Code::Closed, QStringLiteral("the other end has gone")});
}

} // namespace pasarela::mcp
