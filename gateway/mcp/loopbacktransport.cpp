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
        m_peer->peerEnds();
}

void LoopbackTransport::send(QByteArray line, QByteArrayView)
{
    if (!m_peer || m_closing || m_ended || m_peer->m_closing || m_peer->m_ended)
        return;
    m_peer->m_inboxBytes += line.size();
    m_peer->m_inbox.append(std::move(line));
    m_peer->turnSoon();
}

qint64 LoopbackTransport::bytesQueued() const
{
    return m_peer ? m_peer->m_inboxBytes : 0;
}

void LoopbackTransport::resume()
{
    m_paused = false;
    turnSoon();
}

void LoopbackTransport::close()
{
    if (m_closing || m_ended)
        return;
    m_closing = true;
    m_inbox.clear();
    m_inboxBytes = 0;
    if (m_peer)
        m_peer->peerEnds();
    turnSoon();
}

void LoopbackTransport::peerEnds()
{
    m_peerGone = true;
    turnSoon();
}

void LoopbackTransport::turnSoon()
{
    if (std::exchange(m_turnDue, true))
        return;
    QMetaObject::invokeMethod(this, &LoopbackTransport::onTurn, Qt::QueuedConnection);
}

/// One message, or the end. The next one gets a turn of its own, so that this may be destroyed or paused in between.
void LoopbackTransport::onTurn()
{
    m_turnDue = false;
    if (m_ended)
        return;
    if (m_closing || (m_peerGone && m_inbox.isEmpty())) {
        m_ended = true;
        Q_EMIT closed({Error::Code::Closed,
                       m_closing ? QStringLiteral("The connection was closed from this side.")
                                 : QStringLiteral("The other end closed the connection.")});
        return;
    }
    if (m_inbox.isEmpty() || (m_paused && !m_peerGone))
        return;
    const QByteArray line = m_inbox.takeFirst();
    m_inboxBytes -= line.size();
    if (!m_inbox.isEmpty() || m_peerGone)
        turnSoon();
    const QPointer<LoopbackTransport> drainedPeer(m_inbox.isEmpty() ? m_peer.data() : nullptr);
    const auto parsed = Message::parse(line);
    if (const auto *message = std::get_if<Message>(&parsed))
        Q_EMIT received(*message);
    else
        Q_EMIT unreadable(std::get<MessageFault>(parsed));
    if (drainedPeer && !drainedPeer->m_closing && !drainedPeer->m_ended)
        Q_EMIT drainedPeer->drained();
}

} // namespace pasarela::mcp
