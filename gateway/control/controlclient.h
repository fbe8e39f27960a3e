// SPDX-License-Identifier: MIT
#pragma once

#include "gateway/base/bytestream.h"
#include "gateway/base/lineframer.h"
#include "gateway/base/paths.h"
#include "gateway/base/result.h"
#include "gateway/control/snapshot.h"

#include <QHash>
#include <QObject>
#include <QTimer>

#include <chrono>
#include <functional>
#include <memory>

namespace pasarela {

/// Who answered the control handshake.
struct GatewayIdentity {
    int protocol = 0;
    QString version;
    qint64 processId = 0;
    qint64 startTime = 0;
};

/// The typed client of the control socket, for the tray app and the command line. One connection; every request has a
/// deadline; a lost connection answers all that is open.
class ControlClient : public QObject {
    Q_OBJECT

public:
    explicit ControlClient(const Paths &paths, QObject *parent = nullptr);
    ~ControlClient() override;

    /// Connects and shakes hands. Unavailable: no gateway. Timeout: something holds the socket and does not answer.
    using Connected = std::function<void(Result<GatewayIdentity>)>;
    void connectToGateway(std::chrono::milliseconds within, Connected done);
    bool isConnected() const { return m_ready; }
    const GatewayIdentity &identity() const { return m_identity; }

    using Json = QByteArray;
    using Done = std::function<void(Result<Json>)>;
    /// `params` is a JSON object or empty. `done` once, never before this returns.
    void request(const char *method, const Json &params, std::chrono::milliseconds timeout, Done done);

    /// The snapshot now, then snapshotChanged() with each delta applied.
    void subscribe(std::function<void(Result<Snapshot>)> done);
    const Snapshot &snapshot() const { return m_snapshot; }

    void disconnectFromGateway();

Q_SIGNALS:
    void snapshotChanged(const pasarela::Snapshot &snapshot);
    /// The gateway goes down on purpose.
    void leaving(const QString &reason);
    void disconnected();

private:
    struct Pending;
    Paths m_paths;
    std::unique_ptr<ByteStream> m_stream;
    LineFramer m_framer;
    QHash<qint64, std::shared_ptr<Pending>> m_pending;
    GatewayIdentity m_identity;
    Snapshot m_snapshot;
    qint64 m_nextId = 1;
    bool m_ready = false;
};

} // namespace pasarela
