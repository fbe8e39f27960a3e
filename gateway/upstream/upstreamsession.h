// SPDX-License-Identifier: MIT
#pragma once

#include "gateway/base/result.h"
#include "gateway/base/splice.h"
#include "gateway/mcp/message.h"
#include "gateway/mcp/transport.h"
#include "gateway/upstream/handshake.h"
#include "gateway/upstream/keepalive.h"
#include "gateway/upstream/pendingcalls.h"
#include "gateway/upstream/reverserequests.h"

#include <QDeadlineTimer>
#include <QObject>
#include <QSet>
#include <QTimer>

#include <chrono>
#include <functional>
#include <map>
#include <memory>

namespace pasarela {

/// The legacy client codec: one MCP server spoken to over a Transport, as a client of revisions 2024-11-05 to
/// 2025-11-25. Handshake, ids and progress tokens of our own, deadlines, cancellation; each call is answered exactly
/// once, also when the transport closes.
///
///   Connecting ──start()──▶ Initializing ──answer, initialized──▶ Ready ──drain()──▶ Draining ──last answer──▶ Closed
///        └────────────────────────┴── time-out, transport closed, wrong version ─────────────┴──▶ Closed(reason)
class UpstreamSession : public QObject {
    Q_OBJECT

public:
    enum class State {
        Connecting, ///< Not started yet.
        Initializing, ///< The program is starting.
        Ready, ///< Takes calls.
        Draining, ///< Takes no new calls; those in flight finish.
        Closed, ///< Gone, with a reason.
    };
    Q_ENUM(State)

    struct Options {
        std::chrono::milliseconds initializeTimeout{60000};
        std::chrono::milliseconds callTimeout{600000}; ///< An absolute maximum (rule R3).
        QByteArray idPrefix; ///< Random per gateway run (mcp.md, *Ids of our own*); nothing that JSON would escape.
        qint64 queueLimit = 64 * 1024 * 1024; ///< Bytes that the server has not read; beyond, new calls are refused.
        int reverseLimit = 64; ///< Reverse requests of the server that are open at a time.
        KeepAlive::Times ping{};
    };

    using CallId = PendingCalls::Id;
    /// The server's answer (a Result or an Error; its id means nothing), or why there will be none: Timeout, or Closed
    /// with a sentence that has the program's last words. For a tool call it says whether it can have been done
    /// (mcp/calloutcome.h).
    using Done = std::function<void(pasarela::Result<mcp::Message> response)>;
    /// `restored` puts the caller's token back into it.
    using Progress = std::function<void(const mcp::Message &notification, const Splice &restored)>;

    UpstreamSession(std::unique_ptr<mcp::Transport> transport, Options options, QObject *parent = nullptr);
    ~UpstreamSession() override;

    void start();
    State state() const { return m_state; }
    const ServerInfo &server() const { return m_server; }
    const Error &closeReason() const { return m_closeReason; }
    qint64 processId() const { return m_transport->processId(); }
    QByteArray lastWords() const { return m_transport->lastWords(); }

    /// Sends `request` (a client's message, or one of Message::request()) with `edits` to its bytes and an id of ours.
    /// Where the caller gave a progress token it is replaced by one of ours, and `progress` gets each notification
    /// until the answer. `done` is called exactly once and never before this returns;
    /// after a cancel(), and after the session was destroyed, it is not called.
    CallId call(const mcp::Message &request, const Splice &edits, Done done, Progress progress = {},
                std::chrono::milliseconds timeout = {});
    /// Tells the server and forgets the call (rule R2).
    void cancel(CallId call, const QString &reason);
    /// Dropped unless the session is open.
    void notify(const mcp::Message &notification, const Splice &edits = {});

    int callsInFlight() const { return m_calls.count(); }
    /// Resources subscribed to, by the calls that passed here.
    int subscriptions() const { return static_cast<int>(m_subscriptions.size()); }
    /// Answers that no open call was waiting for: late, unknown, or of another run of the gateway.
    quint64 droppedAnswers() const { return m_droppedAnswers; }

    /// What the server asks while the session is open, but for `ping`, which is answered here.
    ReverseRequests &reverseRequests() { return m_reverse; }

    /// No new calls; closes when the last was answered or `within` has passed.
    void drain(std::chrono::milliseconds within);
    /// Calls in flight get `reason`; the program is ended in good order.
    void close(const Error &reason);

Q_SIGNALS:
    void stateChanged(pasarela::UpstreamSession::State state);
    /// Everything that is not progress or cancellation: list_changed, updated, log messages, unknown ones.
    void notification(const pasarela::mcp::Message &message);
    /// The last call in flight has ended.
    void idle();
    /// The transport has closed too: the program is gone, and so may be the session.
    void gone();

private:
    struct Refusal {
        Done done;
        Error reason;
    };

    void onReceived(const mcp::Message &message);
    void onUnreadable(const mcp::MessageFault &fault);
    void takeBatch(const QByteArray &array);
    void refuseBatch(const mcp::MessageFault &batch);
    void onTransportClosed(const Error &reason);
    void onDeadline();
    void sendPing();
    void onLost();
    void askForInitialize(std::chrono::milliseconds timeout);
    bool asksForNumbers(const mcp::Message &answer) const;
    void startOverWithNumbers();
    void onInitialized(const Result<mcp::Message> &answer);
    void takeAnswer(const mcp::Message &answer);
    void takeProgress(const mcp::Message &notification);
    void takeNotification(const mcp::Message &notification);
    void takeRequest(const mcp::Message &request);

    void enqueue(CallId id, const mcp::Message &request, const Splice &edits, PendingCall call);
    CallId refuse(Done done, const Error &reason);
    Done countingSubscription(const mcp::Message &request, Done done);
    void sendCancelled(CallId call, const QString &reason);
    void finishCall(PendingCall call, Result<mcp::Message> response);
    void failCall(const PendingCall &call, const Error &reason);
    void afterCall();
    void watchDeadline(QDeadlineTimer deadline);
    void become(State state);
    void closeWith(const Error &reason, bool transportIsOpen);
    bool isOpen() const { return m_state == State::Ready || m_state == State::Draining; }

    std::unique_ptr<mcp::Transport> m_transport;
    Options m_options;
    State m_state = State::Connecting;
    ServerInfo m_server;
    Error m_closeReason;
    PendingCalls m_calls;
    CallId m_initialize = 0;
    std::map<CallId, Refusal> m_refused;
    QTimer m_deadline; ///< Rings at m_nextDeadline.
    QDeadlineTimer m_nextDeadline; ///< Not after that of any call.
    QTimer m_drain;
    ReverseRequests m_reverse;
    KeepAlive m_keepAlive;
    CallId m_ping = 0; ///< The last one; no call, so that it keeps no session from being idle.
    QSet<QByteArray> m_subscriptions;
    quint64 m_droppedAnswers = 0;
};

} // namespace pasarela
