// SPDX-License-Identifier: MIT
#pragma once

#include "gateway/mcp/transport.h"

#include <QByteArrayList>
#include <QPointer>

#include <memory>
#include <utility>

namespace pasarela::mcp {

/// One end of a stream inside the process: what is sent here is received there, through the event loop, in order. The
/// other end sees finished() never, and closed() when this one is closed or destroyed. Serves the command line's
/// `call`.
class LoopbackTransport : public Transport {
    Q_OBJECT

public:
    ~LoopbackTransport() override;

    void start() override { }
    void send(QByteArray line, QByteArrayView relatedTo = {}) override;
    /// What the other end has not received yet.
    qint64 bytesQueued() const override;
    void pause() override { m_paused = true; }
    void resume() override;
    void close() override;

private:
    friend std::pair<std::unique_ptr<Transport>, std::unique_ptr<Transport>> makeLoopback();
    LoopbackTransport() = default;

    void turnSoon();
    void onTurn();
    void peerEnds();

    QPointer<LoopbackTransport> m_peer;
    QByteArrayList m_inbox;
    qint64 m_inboxBytes = 0;
    bool m_turnDue = false;
    bool m_paused = false;
    bool m_peerGone = false; ///< Nothing more will come; what is in the inbox is received first.
    bool m_closing = false;
    bool m_ended = false;
};

/// The two ends.
std::pair<std::unique_ptr<Transport>, std::unique_ptr<Transport>> makeLoopback();

} // namespace pasarela::mcp
