// SPDX-License-Identifier: MIT
#include "gateway/router/clientrequest.h"

#include "gateway/base/jsonview.h"
#include "gateway/mcp/calloutcome.h"
#include "gateway/mcp/jsonrpcerror.h"
#include "gateway/mcp/methods.h"
#include "gateway/router/clientsession.h"

namespace pasarela {

ClientRequest::ClientRequest(ClientSession &client, mcp::Message message)
    : QObject(&client)
    , m_client(client)
    , m_message(std::move(message))
{
}

ClientRequest::~ClientRequest()
{
    cancelUpstream(QStringLiteral("the client took the request back"));
    tellAudit(CallOutcome::ClientLeft);
    for (const auto &over : m_over)
        over(!m_givenUp);
}

void ClientRequest::answer(const mcp::Message &response, const Splice &edits)
{
    finish(response, edits, m_audit ? outcomeOf(response) : CallOutcome::Answered);
}

void ClientRequest::answerResult(QByteArrayView result)
{
    answer(mcp::Message::result(result));
}

void ClientRequest::answerError(int code, const QString &text, QByteArrayView data)
{
    finish(mcp::Message::error(code, text, data), {}, CallOutcome::Failed);
}

void ClientRequest::answerFailure(const Error &error)
{
    answerEnded(m_message.method() == mcp::method::toolsCall ? mcp::notSent(error) : error);
}

void ClientRequest::answerEnded(const Error &error)
{
    const auto outcome = error.code == Error::Code::Timeout ? CallOutcome::TimedOut : CallOutcome::Failed;
    if (m_message.method() != mcp::method::toolsCall)
        return finish(mcp::toErrorMessage(error), {}, outcome);
    const QByteArray result =
        R"({"content":[{"type":"text","text":)" + jsonQuoted(error.detail) + R"(}],"isError":true})";
    finish(mcp::Message::result(result), {}, outcome);
}

void ClientRequest::finish(const mcp::Message &response, const Splice &edits, CallOutcome outcome)
{
    m_call = 0;
    tellAudit(outcome, response.size());
    m_client.send(response, m_message.id(), edits, m_message.id());
    m_client.finishRequest(*this);
}

/// The one place where the outcome of a call is told: with its answer, else with its end.
void ClientRequest::tellAudit(CallOutcome outcome, qint64 answerBytes)
{
    if (m_audit)
        m_audit->ended(outcome, answerBytes);
}

void ClientRequest::forward(UpstreamSession &session, const Splice &edits, std::chrono::milliseconds timeout,
                            Mapped mapped)
{
    UpstreamSession::Progress progress = [this](const mcp::Message &notification, const Splice &restored) {
        m_client.notify(notification, restored, m_message.id());
    };
    m_session = &session;
    m_call = session.call(
        m_message, edits,
        [this, mapped = std::move(mapped)](Result<mcp::Message> response) {
            m_call = 0;
            m_givenUp = !response && response.error().code == Error::Code::Timeout;
            if (!response)
                answerEnded(response.error()); // which says what became of it
            else if (mapped)
                mapped(*this, *response);
            else
                answer(*response);
        },
        std::move(progress), timeout);
}

void ClientRequest::takeBack(const QString &reason)
{
    cancelUpstream(reason);
    tellAudit(CallOutcome::Cancelled);
}

void ClientRequest::cancelUpstream(const QString &reason)
{
    if (m_call != 0 && m_session) {
        m_session->cancel(m_call, reason);
        m_givenUp = true;
    }
    m_call = 0;
}

} // namespace pasarela
