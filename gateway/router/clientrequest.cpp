// SPDX-License-Identifier: MIT
#include "gateway/router/clientrequest.h"

#include "gateway/base/jsonview.h"
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
    for (const auto &over : m_over)
        over(!m_givenUp);
}

void ClientRequest::answer(const mcp::Message &response, const Splice &edits)
{
    m_call = 0;
    m_client.send(response, m_message.id(), edits, m_message.id());
    m_client.finishRequest(*this);
}

void ClientRequest::answerResult(QByteArrayView result)
{
    answer(mcp::Message::result(result));
}

void ClientRequest::answerError(int code, const QString &text, QByteArrayView data)
{
    answer(mcp::Message::error(code, text, data));
}

void ClientRequest::answerFailure(const Error &error)
{
    if (m_message.method() == mcp::method::toolsCall)
        answerResult(
            QByteArray(R"({"content":[{"type":"text","text":)" + jsonQuoted(error.detail) + R"(}],"isError":true})"));
    else
        answer(mcp::toErrorMessage(error));
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
                answerFailure(response.error());
            else if (mapped)
                mapped(*this, *response);
            else
                answer(*response);
        },
        std::move(progress), timeout);
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
