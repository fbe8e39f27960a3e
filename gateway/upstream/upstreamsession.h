// SPDX-License-Identifier: MIT
#pragma once

#include "gateway/base/result.h"
#include "gateway/base/splice.h"
#include "gateway/mcp/message.h"
#include "gateway/mcp/transport.h"

#include <QHash>
#include <QObject>
#include <QTimer>

#include <chrono>
#include <functional>
#include <memory>
#include <vector>

namespace pasarela {

/// What a server said of itself in its answer to `initialize`.
struct ServerInfo {
    QByteArray revision; ///< The negotiated protocol version.
    QByteArray serverInfo; ///< Raw JSON.
    QByteArray capabilities; ///< Raw JSON.
    QString instructions;
    bool hasTools = false, hasPrompts = false, hasResources = false, hasCompletions = false, hasLogging = false;
    bool resourcesSubscribe = false;
};

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
        QByteArray idPrefix; ///< Random per gateway run (mcp.md, *Ids of our own*).
    };

    using CallId = quint64;
    /// The server's answer (a Result or an Error; its id means nothing), or why there will be none: Timeout, or Closed
    /// with a sentence that ends with the program's last words.
    using Done = std::function<void(pasarela::Result<mcp::Message> response)>;
    using Progress = std::function<void(const mcp::Message &notification)>;

    /// Who asks, so that questions of the server find the person they belong to (rules B1 ff.). 0: the gateway itself.
    using Owner = quint64;

    UpstreamSession(std::unique_ptr<mcp::Transport> transport, Options options, QObject *parent = nullptr);
    ~UpstreamSession() override;

    void start();
    State state() const { return m_state; }
    const ServerInfo &server() const { return m_server; }
    const Error &closeReason() const { return m_closeReason; }
    qint64 processId() const;
    QByteArray lastWords() const;

    /// Sends `request` (a client's message, or one of Message::request()) with `edits` to its bytes and an id of ours.
    /// Where the caller gave a progress token it is replaced by one of ours, and `progress` gets each notification with
    /// the caller's token put back in (composed, see composedProgress()). `done` is called exactly once and never
    /// before this returns; after a cancel() it is not called.
    CallId call(const mcp::Message &request, const Splice &edits, Owner owner, Done done, Progress progress = {},
                std::chrono::milliseconds timeout = {});
    /// Tells the server and forgets the call (rule R2).
    void cancel(CallId call, const QString &reason);
    void notify(const mcp::Message &notification);

    /// Owners of the calls in flight, one entry per call.
    std::vector<Owner> ownersInFlight() const;
    int callsInFlight() const { return int(m_calls.size()); }

    /// A server's own request (sampling, elicitation, roots). `reply` must be called once, with a Result or an Error; a
    /// late one is dropped. `ping` is answered here. Without a handler: -32601.
    using Reply = std::function<void(const mcp::Message &response)>;
    using ReverseHandler = std::function<void(UpstreamSession &session, const mcp::Message &request, Reply reply)>;
    void onReverseRequest(ReverseHandler handler) { m_reverse = std::move(handler); }

    /// No new calls; closes when the last was answered or `within` has passed.
    void drain(std::chrono::milliseconds within);
    void close(const Error &reason);

Q_SIGNALS:
    void stateChanged(pasarela::UpstreamSession::State state);
    /// Everything that is not progress or cancellation: list_changed, updated, log messages, unknown ones.
    void notification(const pasarela::mcp::Message &message);
    /// A server took back a question of its own (notifications/cancelled); the id is the server's, raw JSON.
    void questionWithdrawn(const QByteArray &id);

private:
    struct Call;
    State m_state = State::Connecting;
    ServerInfo m_server;
    Error m_closeReason;
    std::unique_ptr<mcp::Transport> m_transport;
    QHash<QByteArray, std::shared_ptr<Call>> m_calls;
    ReverseHandler m_reverse;
    Options m_options;
};

} // namespace pasarela
