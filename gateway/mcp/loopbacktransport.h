// SPDX-License-Identifier: MIT
#pragma once

#include "gateway/mcp/transport.h"

#include <QPointer>

#include <memory>
#include <utility>

namespace pasarela::mcp {

/// One end of a stream inside the process: what is sent here is received there, through the event loop, in order. Serves the
/// command line's `call`.
class LoopbackTransport : public Transport {
    Q_OBJECT

public:
    ~LoopbackTransport() override;

    void start() override { }
    void send(QByteArray line, QByteArrayView relatedTo = {}) override;
    qint64 bytesQueued() const override { return 0; }
    void pause() override { }
    void resume() override { }
    void close() override;

private:
    friend std::pair<std::unique_ptr<Transport>, std::unique_ptr<Transport>> makeLoopback();
    LoopbackTransport() = default;
    void deliver(const QByteArray &line);
    void end();

    QPointer<LoopbackTransport> m_peer;
    bool m_ended = false;
};

/// The two ends.
std::pair<std::unique_ptr<Transport>, std::unique_ptr<Transport>> makeLoopback();

} // namespace pasarela::mcp
