// SPDX-License-Identifier: MIT
#include "gateway/controlcall.h"

#include "gateway/base/jsonview.h"
#include "gateway/control/controlprotocol.h"
#include "gateway/mcp/calloutcome.h"
#include "gateway/mcp/loopbacktransport.h"
#include "gateway/mcp/methods.h"

namespace pasarela {

namespace {

constexpr char initializeParams[] = R"({"protocolVersion":"2025-11-25","capabilities":{},)"
                                    R"("clientInfo":{"name":"pasarela-gateway","version":")" PASARELA_VERSION R"("}})";

/// A server may refuse without a word.
QString reasonIn(const mcp::Message &error)
{
    using Field = mcp::Message::Field;
    const QString text = QString::fromUtf8(error.text(Field::ErrorMessage)).trimmed();
    return text.isEmpty() ? QStringLiteral("The server refused the call with the error code %1 and says no reason.")
                                .arg(QString::fromUtf8(error.at(Field::ErrorCode)))
                          : text;
}

} // namespace

ControlCall::ControlCall(const Request &request, QObject *parent, Done done)
    : QObject(parent)
    , m_request(request)
    , m_done(std::move(done))
{
    m_deadline.setSingleShot(true);
    connect(&m_deadline, &QTimer::timeout, this, [this] {
        const auto waited =
            std::chrono::duration_cast<std::chrono::seconds>(m_request.timeout + control::sessionWait).count();
        finish(
            mcp::sentButUnanswered({Error::Code::Timeout, QStringLiteral("No answer came within %1 s.").arg(waited)}));
    });
}

void ControlCall::start(Router &router, const Request &request, QObject *parent, Done done)
{
    auto *call = new ControlCall(request, parent, std::move(done));
    auto pair = mcp::makeLoopback();
    call->m_transport = std::move(pair.first);
    connect(call->m_transport.get(), &mcp::Transport::received, call, &ControlCall::onReceived);
    connect(call->m_transport.get(), &mcp::Transport::closed, call,
            [call](const Error &reason) { call->finish(mcp::sentButUnanswered(reason)); });
    mcp::ClientInfo info;
    info.client = ClientId(request.client);
    info.transport = QStringLiteral("control");
    info.account = request.account;
    info.callTimeout = request.timeout;
    router.addClient(std::move(pair.second), info);
    call->m_transport->start();
    // The session's own time begins when the request is sent to it; this is for all that comes before and for who says
    // nothing.
    call->m_deadline.start(request.timeout + control::sessionWait);
    call->m_transport->send(mcp::composed(mcp::Message::request(mcp::method::initialize, initializeParams), "1"));
}

void ControlCall::onReceived(const mcp::Message &message)
{
    if (message.id() == "1") {
        m_transport->send(mcp::composed(mcp::Message::notification(mcp::method::initialized), {}));
        const QByteArray params = R"({"name":)" + jsonQuoted(m_request.tool) + R"(,"arguments":)"
            + (m_request.arguments.isEmpty() ? QByteArrayLiteral("{}") : m_request.arguments) + '}';
        m_transport->send(mcp::composed(mcp::Message::request(mcp::method::toolsCall, params), "2"));
    } else if (message.id() == "2" && message.kind() == mcp::Message::Kind::Result) {
        finish(message.resultBody().toByteArray());
    } else if (message.id() == "2" && message.kind() == mcp::Message::Kind::Error) {
        finish(Error{Error::Code::InvalidInput, reasonIn(message)});
    }
}

void ControlCall::finish(Result<QByteArray> result)
{
    if (!m_done)
        return;
    const Done done = std::exchange(m_done, nullptr);
    m_transport->disconnect(this);
    m_transport->close();
    deleteLater();
    done(std::move(result));
}

} // namespace pasarela
