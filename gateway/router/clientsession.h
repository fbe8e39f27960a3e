// SPDX-License-Identifier: MIT
#pragma once

#include "gateway/catalog/serverlists.h"
#include "gateway/mcp/clientinfo.h"
#include "gateway/mcp/message.h"
#include "gateway/mcp/transport.h"
#include "gateway/router/clientprofile.h"
#include "gateway/router/clientrequest.h"
#include "gateway/router/loglevel.h"
#include "gateway/session/routingpolicy.h"

#include <QDateTime>
#include <QObject>
#include <QTimer>

#include <array>
#include <chrono>
#include <functional>
#include <map>
#include <memory>
#include <optional>

namespace pasarela {

class ClientSession;

/// What a client session needs of the router (seam).
class ClientHost {
public:
    virtual ~ClientHost() = default;
    /// The client said who it is; from now on it has a profile.
    virtual void clientOpened(ClientSession &client) = 0;
    virtual QString instructionsFor(ClientSession &client) = 0;
    /// Must answer `request` sooner or later; see ClientRequest.
    virtual void route(ClientRequest &request) = 0;
    virtual void routeNotification(ClientSession &client, const mcp::Message &notification) = 0;
    virtual void logLevelChanged(ClientSession &client) = 0;
    /// The client's last word: it is deleted some time after this returns.
    virtual void clientClosed(ClientSession &client) = 0;
};

/// The legacy server codec: one client of revisions 2024-11-05 to 2025-11-25, spoken to as an MCP server. Handshake,
/// ping, log level, cancellation, the ids of reverse requests; everything else goes to the ClientHost.
///
///   New ──initialize──▶ Initializing ──initialized──▶ Ready ──end of input──▶ Closing ──last answer or 1.5 s──▶ (gone)
///    └───────────────────────┴──────── transport closed ────┴─────────────────────┴────────────────────────────▶
///    (gone)
class ClientSession : public QObject {
    Q_OBJECT

public:
    enum class State {
        New, ///< Connected; has not said who it is.
        Initializing, ///< Got its answer to `initialize`.
        Ready, ///< Takes notifications and reverse requests.
        Closing, ///< Will ask nothing more; answers still go out.
    };
    Q_ENUM(State)

    /// What one client may take up.
    struct Limits {
        std::chrono::milliseconds reverseDeadline{600000}; ///< For its answer to a server's reverse request.
        qint64 sendQueue = 256 * 1024 * 1024; ///< Bytes it has not read: some of the largest messages (rule J6).
        size_t openRequests = 10000; ///< Beyond, requests are refused.
    };

    ClientSession(quint64 number, std::unique_ptr<mcp::Transport> transport, mcp::ClientInfo info,
                  const QByteArray &epoch, ClientHost &host, const Limits &limits);
    ~ClientSession() override;

    void start();
    State state() const { return m_state; }
    quint64 number() const { return m_number; }
    const mcp::ClientInfo &info() const { return m_info; }
    const ClientProfile &profile() const { return m_profile; }
    const QString &title() const { return m_title; } ///< "claude-ai 0.1.0", as the client calls itself.
    const QDateTime &since() const { return m_since; }
    Caller caller() const;
    std::optional<LogLevel> logLevel() const { return m_logLevel; }

    /// The list this client was given last; nothing before it asked. What it does not know yet need not be announced.
    const std::optional<QByteArray> &given(ListKind kind) const { return m_given[size_t(kind)]; }
    void setGiven(ListKind kind, const QByteArray &list) { m_given[size_t(kind)] = list; }

    /// To the client. Without `relatedTo`, the raw id of the request it belongs to, it is dropped before `initialized`.
    void notify(const mcp::Message &notification, const Splice &edits = {}, QByteArrayView relatedTo = {});

    /// A server's reverse request (sampling, elicitation, roots), sent under an id of ours. `done` once, with the
    /// client's Result or Error; at once an Error where the client did not declare the capability (rule B2). Gives a
    /// number for withdraw(); 0: not asked. Where the server asks for progress, `progress` gets the client's
    /// notifications; `restored` puts the server's own token back into them.
    using Answered = std::function<void(const mcp::Message &response)>;
    using Progress = std::function<void(const mcp::Message &notification, const Splice &restored)>;
    quint64 ask(const mcp::Message &request, QByteArrayView relatedTo, Answered done, Progress progress = {});
    /// The server took its request back; `done` is not called any more.
    void withdraw(quint64 number);

    /// The raw id of the one request in flight; empty where there is none or more than one.
    QByteArray soleRequestId() const;

    /// Cancels what is in flight and ends the connection.
    void close();

private:
    friend class ClientRequest;

    void onReceived(const mcp::Message &message);
    void onUnreadable(const mcp::MessageFault &fault);
    void takeBatch(const QByteArray &array);
    void onRequest(const mcp::Message &message);
    void onNotification(const mcp::Message &message);
    void onResponse(const mcp::Message &message);
    void finishReverse(const QByteArray &id, const mcp::Message &response);
    void onProgress(const mcp::Message &notification);
    void onFinished();
    void onReverseExpired(const QByteArray &id);
    void initialize(const mcp::Message &message);
    void setLogLevel(const mcp::Message &message);
    void cancel(const mcp::Message &message);
    void refuse(QByteArrayView id, int code, const QString &text);
    void send(const mcp::Message &message, QByteArrayView id, const Splice &edits, QByteArrayView relatedTo);
    void finishRequest(ClientRequest &request);
    void closeWhenDone();
    void end();
    bool canAnswer(const mcp::Message &request) const;
    bool canSample(const mcp::Message &request) const;

    struct ReverseRequest {
        quint64 number;
        Answered done;
        std::unique_ptr<QTimer> deadline;
        Progress progress;
        QByteArray serverToken; ///< Raw JSON; empty: no progress wanted.
    };

    const quint64 m_number;
    std::unique_ptr<mcp::Transport> m_transport;
    mcp::ClientInfo m_info;
    ClientProfile m_profile;
    QString m_title;
    QString m_project;
    QDateTime m_since;
    QByteArray m_epoch;
    ClientHost &m_host;
    const Limits m_limits;
    QByteArray m_revision; ///< Negotiated; empty before `initialize`.
    QByteArray m_capabilities; ///< Raw JSON of what the client declared.
    std::optional<LogLevel> m_logLevel;
    std::array<std::optional<QByteArray>, allListKinds.size()> m_given;
    std::map<QByteArray, std::unique_ptr<ClientRequest>> m_requests; ///< By idKey(): `1` and `"1"` are two.
    std::map<QByteArray, ReverseRequest> m_reverse; ///< By idKey() of ours.
    quint64 m_nextReverse = 1;
    QTimer m_lastAnswers;
    State m_state = State::New;
    bool m_ended = false;
};

} // namespace pasarela
