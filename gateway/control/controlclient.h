// SPDX-License-Identifier: MIT
#pragma once

#include "gateway/base/bytestream.h"
#include "gateway/base/lineframer.h"
#include "gateway/base/paths.h"
#include "gateway/base/result.h"
#include "gateway/control/controlprotocol.h"
#include "gateway/control/snapshot.h"

#include <QDeadlineTimer>
#include <QObject>
#include <QTimer>

#include <chrono>
#include <functional>
#include <map>
#include <memory>
#include <vector>

namespace pasarela {

struct ControlMessage;

/// The typed client of the control socket, for the tray app and the command line. One connection; every request has a
/// deadline; a lost connection answers all that is open.
///
///     Disconnected ──connectToGateway()──▶ Greeting ──answer to hello──▶ Ready
///          ▲                                  │ refused, deadline          │ lost, disconnectFromGateway()
///          └──────────────────────────────────┴────────────────────────────┘
///
/// Every callback is called once and never before the function that took it has returned; a destroyed client calls
/// none.
class ControlClient : public QObject {
    Q_OBJECT

public:
    explicit ControlClient(const Paths &paths, QObject *parent = nullptr);
    ~ControlClient() override;

    /// Connects and shakes hands; an older connection is given up. Unavailable: no gateway. Timeout: something holds
    /// the socket and does not answer; the detail names its pid where it can be told. Another protocol number is no
    /// error: see identity(); then the gateway takes only `status` and `shutdown`.
    using Connected = std::function<void(Result<GatewayIdentity>)>;
    void connectToGateway(std::chrono::milliseconds within, Connected done);
    bool isConnected() const { return m_state == State::Ready; }
    /// Of the last gateway that answered.
    const GatewayIdentity &identity() const { return m_identity; }

    using Json = QByteArray;
    using Done = std::function<void(Result<Json>)>;
    /// `params` is a JSON object or empty. Fails with what the gateway says, Timeout, Closed where the connection is
    /// lost, Cancelled after disconnectFromGateway(), Unavailable where there is none.
    void request(const char *method, const Json &params, std::chrono::milliseconds timeout, Done done);

    /// The snapshot now, then snapshotChanged() with each delta applied.
    void subscribe(std::function<void(Result<Snapshot>)> done);
    const Snapshot &snapshot() const { return m_snapshot; }

    /// Without a disconnected().
    void disconnectFromGateway();

Q_SIGNALS:
    void snapshotChanged(const pasarela::Snapshot &snapshot);
    /// The gateway goes down on purpose.
    void leaving(const QString &reason);
    /// The connection, once ready, was lost; all open requests have been answered.
    void disconnected();

private:
    enum class State { Disconnected, Greeting, Ready };
    struct Pending {
        Done done;
        QDeadlineTimer deadline;
        bool mayAct = false; ///< A tool call: where its answer is lost, nobody knows what became of it.
    };

    void greet(std::chrono::milliseconds within, Connected done);
    void onGreeted(const Result<Json> &answer, const Connected &done);
    void send(const char *method, const Json &params, std::chrono::milliseconds timeout, Done done);
    void onReceived(QByteArrayView bytes);
    void onLine(const QByteArray &line);
    void onAnswer(const ControlMessage &message);
    void onEvent(const ControlMessage &message);
    void onDeadline();
    void watchDeadlines();
    void drop(const Error &reason);
    std::vector<Pending> takePending();
    void answerLater(std::vector<Pending> open, const Error &reason, bool announce);

    Paths m_paths;
    std::unique_ptr<ByteStream> m_stream;
    std::unique_ptr<LineFramer> m_framer; ///< One for each connection.
    std::map<qint64, Pending> m_pending;
    QTimer m_deadlines; ///< Fires at the nearest one.
    GatewayIdentity m_identity;
    Snapshot m_snapshot;
    Error m_farewell; ///< Why the connection ends, where the gateway said so.
    qint64 m_nextId = 1;
    quint64 m_connection = 0; ///< Counts them.
    State m_state = State::Disconnected;
    bool m_subscribed = false;
};

} // namespace pasarela
