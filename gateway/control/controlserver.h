// SPDX-License-Identifier: MIT
#pragma once

#include "gateway/base/result.h"
#include "gateway/control/controlconnection.h"
#include "gateway/control/controlmethods.h"
#include "gateway/control/controlprotocol.h"
#include "gateway/control/snapshot.h"
#include "gateway/ipc/localserver.h"
#include "gateway/ipc/peerancestry.h"

#include <QElapsedTimer>
#include <QObject>
#include <QTimer>

#include <chrono>
#include <functional>
#include <memory>
#include <vector>

namespace pasarela {

struct ControlServerOptions {
    /// Whether a peer may speak for the person (spec/security.md, *Control socket*); nothing: nobody may.
    std::function<bool(qint64 processId)> mayConsent;
    ControlMethods moreMethods; ///< Besides those of the handler.
    ProcessLookup processes;
    ControlLimits limits;
    size_t connections = 64;
    std::chrono::milliseconds deltaInterval{50};
};

/// The control socket of a gateway: the handshake, who may ask what, answers, and the snapshot kept up to date with
/// everybody who subscribed. Nothing that a client sends, or does not read, holds the gateway up.
class ControlServer : public QObject {
    Q_OBJECT

public:
    /// `socketName`: Paths::controlSocket(). `handler` outlives the server.
    ControlServer(ControlHandler &handler, QString socketName, GatewayIdentity identity,
                  ControlServerOptions options = {}, QObject *parent = nullptr);
    ~ControlServer() override;

    /// Only while the instance lock is held.
    Result<void> listen();
    /// See LocalServer::keep().
    Result<void> keepListening() { return m_server.keep(); }

    /// Subscribers get what changed: soon, and at most once in `deltaInterval`. Cheap while there is none.
    void snapshotMayHaveChanged();

    /// Tells everybody that the gateway goes down on purpose, once; `shutdown` does it by itself.
    void leave(const QString &reason);

    size_t connectionCount() const { return m_connections.size(); }

private:
    void onNewConnection();
    void onRequest(ControlConnection &connection, const ControlMessage &request);
    void onHello(ControlConnection &connection, const ControlMessage &request);
    void onSubscribe(ControlConnection &connection, const ControlMessage &request);
    void onShutdown(ControlConnection &connection, const ControlMessage &request);
    void dispatch(ControlConnection &connection, const ControlMessage &request);
    void onEnded(ControlConnection *connection);
    void publish();
    bool hasSubscribers() const;
    Result<void> mayAsk(const ControlConnection &connection, const QByteArray &method, control::Access access) const;

    ControlHandler &m_handler;
    QString m_socketName;
    GatewayIdentity m_identity;
    ControlServerOptions m_options;
    ControlMethods m_methods;
    LocalServer m_server;
    std::vector<std::unique_ptr<ControlConnection>> m_connections;
    Snapshot m_published; ///< What all subscribers have.
    QTimer m_publishSoon;
    QElapsedTimer m_sincePublished;
    bool m_left = false;
};

} // namespace pasarela
