// SPDX-License-Identifier: MIT
#pragma once

#include "gateway/mcp/message.h"
#include "gateway/router/auditedcall.h"
#include "gateway/upstream/upstreamsession.h"

#include <QObject>
#include <QPointer>

#include <functional>
#include <memory>
#include <vector>

namespace pasarela {

class ClientSession;

/// One request of a client on its way: answered exactly once, or taken back. Owned by its client session and gone with
/// it; when it goes while a server still works on it, the server is told (rules R2, R4). It is the context of
/// everything that is waited for on its behalf, so nothing comes back to a request that is gone.
class ClientRequest : public QObject {
    Q_OBJECT

public:
    ClientRequest(ClientSession &client, mcp::Message message);
    ~ClientRequest() override;

    ClientSession &client() { return m_client; }
    const mcp::Message &message() const { return m_message; }
    QByteArray id() const { return m_message.id().toByteArray(); }

    // Each of these ends the request: it is deleted, and must not be touched afterwards.
    void answer(const mcp::Message &response, const Splice &edits = {});
    void answerResult(QByteArrayView result);
    void answerError(int code, const QString &text, QByteArrayView data = {});
    /// In the form of the method: a tool call gets a result that says `isError`, so that the model reads it (rule C9).
    /// For what was sent to no server; it says so.
    void answerFailure(const Error &error);

    /// Asks the server with `edits` to the message. Its answer goes to the client, unless `mapped` takes care of it.
    /// Progress goes to the client under its own token.
    using Mapped = std::function<void(ClientRequest &request, const mcp::Message &response)>;
    void forward(UpstreamSession &session, const Splice &edits, std::chrono::milliseconds timeout, Mapped mapped = {});
    /// Adds something to do when the request is over in whatever way, also by cancellation. `answered`: no server works
    /// on it any more; else it was given up.
    using Over = std::function<void(bool answered)>;
    void onEnd(Over over) { m_over.push_back(std::move(over)); }
    /// The client wants no answer any more; a server that still works on it is told why. Ends the request.
    void takeBack(const QString &reason);

    /// It is a tool call of which the audit is told.
    void setAudit(std::unique_ptr<AuditedCall> audit) { m_audit = std::move(audit); }
    AuditedCall *audit() { return m_audit.get(); } ///< Null: none.

private:
    void answerEnded(const Error &error);
    void finish(const mcp::Message &response, const Splice &edits, CallOutcome outcome);
    void cancelUpstream(const QString &reason);
    void tellAudit(CallOutcome outcome, qint64 answerBytes = 0);

    ClientSession &m_client;
    mcp::Message m_message;
    QPointer<UpstreamSession> m_session;
    UpstreamSession::CallId m_call = 0;
    bool m_givenUp = false; ///< A server had it and did not answer.
    std::vector<Over> m_over;
    std::unique_ptr<AuditedCall> m_audit;
};

} // namespace pasarela
