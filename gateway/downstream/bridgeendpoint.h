// SPDX-License-Identifier: MIT
#pragma once

#include "gateway/base/paths.h"
#include "gateway/downstream/linkclienttransport.h"
#include "gateway/ipc/localserver.h"
#include "gateway/ipc/peerancestry.h"
#include "gateway/mcp/endpoint.h"

#include <QPointer>

#include <vector>

namespace pasarela {

/// The local socket on which bridges arrive. It carries MCP only; a bridge's client name separates, it does not
/// authenticate (spec/security.md).
class BridgeEndpoint : public mcp::Endpoint {
    Q_OBJECT

public:
    struct Limits {
        qsizetype bridges = 256;
        qsizetype silent = 256; ///< Those that have not said who they are; the oldest makes room for a new one.
        std::chrono::milliseconds hello = LinkClientTransport::helloTime;
    };

    /// `epoch`: random per run of the gateway (spec/link.md, *Epoch*). Processes that the gateway started are refused:
    /// those that descend from this one, as `processes` tells.
    BridgeEndpoint(const Paths &paths, QByteArray epoch, QObject *parent = nullptr);
    BridgeEndpoint(const Paths &paths, QByteArray epoch, const Limits &limits, ProcessLookup processes,
                   QObject *parent = nullptr);
    ~BridgeEndpoint() override;

    /// While the instance lock is held.
    Result<void> start() override;
    void stop() override;
    /// See LocalServer::keep().
    Result<void> keepListening() { return m_server.keep(); }

    qsizetype bridges() const { return m_bridges.size(); }

private:
    void onConnection();
    void onGreeted(LinkClientTransport *transport, const link::Hello &hello);
    std::unique_ptr<LinkClientTransport> takeSilent(LinkClientTransport *transport);
    void dropSilent(LinkClientTransport *transport);

    const QString m_socket;
    const QByteArray m_epoch;
    const Limits m_limits;
    const ProcessLookup m_processes;
    LocalServer m_server;
    std::vector<std::unique_ptr<LinkClientTransport>> m_silent; ///< Oldest first.
    QList<LinkClientTransport *> m_bridges; ///< Whose owner took them; until they are closed or gone.
};

} // namespace pasarela
