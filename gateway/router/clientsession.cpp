// SPDX-License-Identifier: MIT
#include "gateway/router/clientsession.h"

#include "gateway/base/jsonview.h"
#include "gateway/base/logging.h"
#include "gateway/mcp/batch.h"
#include "gateway/mcp/jsonrpcerror.h"
#include "gateway/mcp/methods.h"
#include "gateway/mcp/protocolversion.h"

#include <QPointer>

#include <algorithm>

namespace pasarela {

using namespace std::chrono_literals;
using Field = mcp::Message::Field;
namespace method = mcp::method;

namespace {

constexpr auto answersAfterEof = 1500ms; // spec/link.md, *End of file*

constexpr char ownCapabilities[] = R"({"logging":{},"completions":{},"prompts":{"listChanged":true},)"
                                   R"("resources":{"subscribe":true,"listChanged":true},"tools":{"listChanged":true}})";

/// A member of clientInfo; empty where there is none.
QByteArray infoMember(QByteArrayView clientInfo, const char *name)
{
    const auto member = findMember(clientInfo, {0, clientInfo.size()}, name);
    return member ? jsonStringValue(member->value.in(clientInfo)) : QByteArray();
}

} // namespace

ClientSession::ClientSession(quint64 number, std::unique_ptr<mcp::Transport> transport, mcp::ClientInfo info,
                             const QByteArray &epoch, ClientHost &host, const Limits &limits)
    : m_number(number)
    , m_transport(std::move(transport))
    , m_info(std::move(info))
    , m_profile(clientProfile(m_info.client, {}))
    , m_project(projectOf(m_info.project))
    , m_since(QDateTime::currentDateTimeUtc())
    , m_epoch(epoch)
    , m_host(host)
    , m_limits(limits)
{
    m_lastAnswers.setSingleShot(true);
    connect(&m_lastAnswers, &QTimer::timeout, this, &ClientSession::close);
    connect(m_transport.get(), &mcp::Transport::received, this, &ClientSession::onReceived);
    connect(m_transport.get(), &mcp::Transport::unreadable, this, &ClientSession::onUnreadable);
    connect(m_transport.get(), &mcp::Transport::finished, this, &ClientSession::onFinished);
    connect(m_transport.get(), &mcp::Transport::closed, this, &ClientSession::end);
}

ClientSession::~ClientSession()
{
    m_transport->disconnect(this);
    m_ended = true;
    const auto requests = std::move(m_requests);
}

void ClientSession::start()
{
    m_transport->start();
}

Caller ClientSession::caller() const
{
    return {m_profile.name, m_project, m_number, m_info.account};
}

void ClientSession::onReceived(const mcp::Message &message)
{
    switch (message.kind()) {
    case mcp::Message::Kind::Request:
        onRequest(message);
        break;
    case mcp::Message::Kind::Notification:
        onNotification(message);
        break;
    case mcp::Message::Kind::Result:
    case mcp::Message::Kind::Error:
        onResponse(message);
        break;
    }
}

void ClientSession::onUnreadable(const mcp::MessageFault &fault)
{
    if (!fault.batch.isEmpty() && mcp::revisionAllowsBatches(m_revision))
        return takeBatch(fault.batch);
    if (!fault.isRequest && m_reverse.count(mcp::idKey(fault.id)) > 0)
        return finishReverse(
            mcp::idKey(fault.id),
            mcp::Message::error(
                mcp::serverError,
                QStringLiteral("the client's answer cannot be read: %1").arg(QString::fromUtf8(fault.what))));
    const QByteArray id = fault.id.isEmpty() ? QByteArrayLiteral("null") : fault.id;
    refuse(id, fault.code, QString::fromUtf8(fault.what));
}

/// Each is answered by itself and as soon as it can be: a slow call holds up nothing beside it.
void ClientSession::takeBatch(const QByteArray &array)
{
    const QPointer<ClientSession> alive(this);
    for (const auto &part : mcp::readBatch(array)) {
        if (!alive || m_ended)
            return;
        if (const auto *message = std::get_if<mcp::Message>(&part))
            onReceived(*message);
        else
            onUnreadable(std::get<mcp::MessageFault>(part));
    }
}

void ClientSession::onRequest(const mcp::Message &message)
{
    const QByteArray name = message.method();
    const QByteArray id = message.id().toByteArray();
    const QByteArray key = mcp::idKey(id);
    if (m_requests.contains(key))
        return refuse(id, mcp::invalidRequest,
                      QStringLiteral("a request with this id is still open; use each id once"));
    if (name == method::ping)
        return send(mcp::Message::result("{}"), id, {}, id);
    if (name == method::initialize)
        return initialize(message);
    if (name == method::serverDiscover)
        return refuse(id, mcp::methodNotFound, QStringLiteral("server/discover is not spoken here; send initialize"));
    if (m_state == State::New)
        return refuse(id, mcp::invalidRequest, QStringLiteral("send initialize first"));
    if (name == method::loggingSetLevel)
        return setLogLevel(message);
    if (m_requests.size() >= m_limits.openRequests)
        return refuse(id, mcp::serverError, QStringLiteral("too many requests are open; wait for some answers"));
    const auto [place, added] = m_requests.emplace(key, std::make_unique<ClientRequest>(*this, message));
    Q_ASSERT(added);
    m_host.route(*place->second);
}

void ClientSession::onNotification(const mcp::Message &message)
{
    const QByteArray name = message.method();
    if (name == method::cancelled)
        return cancel(message);
    if (name == method::progress)
        return onProgress(message);
    if (name != method::initialized)
        return m_host.routeNotification(*this, message);
    if (m_state == State::Initializing)
        m_state = State::Ready;
}

void ClientSession::cancel(const mcp::Message &message)
{
    const auto found = m_requests.find(mcp::idKey(message.at(Field::ParamsRequestId)));
    if (found == m_requests.end())
        return; // late, or never asked
    const auto request = std::move(found->second);
    m_requests.erase(found);
    const auto reason = findMember(message.bytes(), message.span(Field::Params), "reason");
    const QString text = reason ? QString::fromUtf8(jsonStringValue(reason->value.in(message.bytes()))) : QString();
    request->takeBack(text.isEmpty() ? QStringLiteral("the client cancelled the request") : text);
    closeWhenDone();
}

void ClientSession::onResponse(const mcp::Message &message)
{
    finishReverse(mcp::idKey(message.id()), message);
}

void ClientSession::finishReverse(const QByteArray &id, const mcp::Message &response)
{
    const auto found = m_reverse.find(id);
    if (found == m_reverse.end()) {
        qCDebug(lcRouter) << "client" << m_number << "answered a request that is not open";
        return;
    }
    const Answered done = std::move(found->second.done);
    m_reverse.erase(found);
    done(response);
}

void ClientSession::onProgress(const mcp::Message &notification)
{
    const auto found = m_reverse.find(mcp::idKey(notification.at(Field::ParamsProgressToken)));
    if (found == m_reverse.end() || found->second.serverToken.isEmpty() || !found->second.progress)
        return; // late, or never asked for
    Splice restored;
    restored.replace(notification.span(Field::ParamsProgressToken), found->second.serverToken);
    const Progress progress = found->second.progress; // a copy: it may end the request
    progress(notification, restored);
}

void ClientSession::initialize(const mcp::Message &message)
{
    const QByteArray id = message.id().toByteArray();
    if (m_state != State::New)
        return refuse(id, mcp::invalidRequest, QStringLiteral("initialize was answered already on this connection"));
    const QByteArrayView info = message.at(Field::ParamsClientInfo);
    const QByteArray name = infoMember(info, "name");
    m_title = QString::fromUtf8(name + ' ' + infoMember(info, "version")).trimmed().left(100);
    m_profile = clientProfile(m_info.client, name);
    m_capabilities = message.at(Field::ParamsCapabilities).toByteArray();
    m_state = State::Initializing;
    m_host.clientOpened(*this);
    m_revision = mcp::negotiatedRevision(message.text(Field::ParamsProtocolVersion));
    const QByteArray result = R"({"protocolVersion":)" + jsonQuoted(QByteArrayView(m_revision)) + R"(,"capabilities":)"
        + ownCapabilities
        + R"(,"serverInfo":{"name":"pasarela","title":"Pasarela","version":")" PASARELA_VERSION R"("})"
        + R"(,"instructions":)" + jsonQuoted(m_host.instructionsFor(*this)) + '}';
    send(mcp::Message::result(result), id, {}, id);
}

void ClientSession::setLogLevel(const mcp::Message &message)
{
    const QByteArray id = message.id().toByteArray();
    const auto level = logLevelFrom(message.text(Field::ParamsLevel));
    if (!level)
        return refuse(
            id, mcp::invalidParams,
            QStringLiteral("unknown level; use debug, info, notice, warning, error, critical, alert or emergency"));
    m_logLevel = level;
    send(mcp::Message::result("{}"), id, {}, id);
    m_host.logLevelChanged(*this);
}

void ClientSession::refuse(QByteArrayView id, int code, const QString &text)
{
    send(mcp::Message::error(code, text), id, {}, id);
}

void ClientSession::send(const mcp::Message &message, QByteArrayView id, const Splice &edits, QByteArrayView relatedTo)
{
    if (m_ended)
        return;
    m_transport->send(mcp::composed(message, id, edits), relatedTo);
    if (m_transport->bytesQueued() > m_limits.sendQueue) {
        qCWarning(lcRouter) << "client" << m_number << m_title << "does not read its answers; its connection is closed";
        QMetaObject::invokeMethod(this, &ClientSession::end, Qt::QueuedConnection);
    }
}

void ClientSession::notify(const mcp::Message &notification, const Splice &edits, QByteArrayView relatedTo)
{
    if (m_state == State::Ready || m_state == State::Closing || !relatedTo.isEmpty())
        send(notification, {}, edits, relatedTo);
}

/// Rule B2. That a client takes tools and context in sampling can be declared since 2025-11-25; before, context was no
/// matter of declaration, and tools were not there.
bool ClientSession::canSample(const mcp::Message &request) const
{
    const auto sampling = findMember(m_capabilities, {0, m_capabilities.size()}, "sampling");
    if (!sampling)
        return false;
    if (request.at(Field::Params).isEmpty())
        return true;
    const auto declares = [&](const char *what) {
        return findMember(m_capabilities, sampling->value, what).has_value();
    };
    const auto param = [&](const char *what) { return findMember(request.bytes(), request.span(Field::Params), what); };
    if ((param("tools") || param("toolChoice")) && !declares("tools"))
        return false;
    const auto context = param("includeContext");
    return !context || jsonStringValue(context->value.in(request.bytes())) == "none" || declares("context")
        || m_revision < "2025-11-25";
}

bool ClientSession::canAnswer(const mcp::Message &request) const
{
    const JsonSpan all{0, m_capabilities.size()};
    const QByteArray name = request.method();
    if (name == method::rootsList)
        return findMember(m_capabilities, all, "roots").has_value();
    if (name == method::samplingCreateMessage)
        return canSample(request);
    if (name != method::elicitationCreate)
        return false;
    const auto elicitation = findMember(m_capabilities, all, "elicitation");
    if (!elicitation)
        return false;
    const bool form = findMember(m_capabilities, elicitation->value, "form").has_value();
    const bool url = findMember(m_capabilities, elicitation->value, "url").has_value();
    return request.text(Field::ParamsMode) == "url" ? url : (form || !url); // an empty object means form
}

quint64 ClientSession::ask(const mcp::Message &request, QByteArrayView relatedTo, Answered done, Progress progress)
{
    if (m_state != State::Ready || !canAnswer(request)) {
        done(mcp::Message::error(
            mcp::methodNotFound,
            QStringLiteral("this client does not support %1").arg(QString::fromLatin1(request.method()))));
        return 0;
    }
    const quint64 number = m_nextReverse++;
    const QByteArray id = "\"r" + m_epoch + '-' + QByteArray::number(number) + '"';
    auto deadline = std::make_unique<QTimer>();
    deadline->setSingleShot(true);
    connect(deadline.get(), &QTimer::timeout, this, [this, id] { onReverseExpired(id); });
    deadline->start(m_limits.reverseDeadline);
    const QByteArray token = request.at(Field::ParamsMetaProgressToken).toByteArray();
    m_reverse.emplace(id, ReverseRequest{number, std::move(done), std::move(deadline), std::move(progress), token});
    Splice edits;
    if (!token.isEmpty()) // two servers may use one token
        edits.replace(request.span(Field::ParamsMetaProgressToken), id);
    send(request, id, edits, relatedTo);
    return number;
}

void ClientSession::onReverseExpired(const QByteArray &id)
{
    const auto found = m_reverse.find(id);
    if (found == m_reverse.end())
        return;
    const Answered expired = found->second.done;
    withdraw(found->second.number);
    expired(mcp::Message::error(mcp::serverError, QStringLiteral("the client did not answer in time")));
}

void ClientSession::withdraw(quint64 number)
{
    const auto found = std::find_if(m_reverse.begin(), m_reverse.end(),
                                    [number](const auto &entry) { return entry.second.number == number; });
    if (found == m_reverse.end())
        return;
    const QByteArray id = found->first;
    found->second.deadline.release()->deleteLater(); // it may be the sender of this very call
    m_reverse.erase(found);
    notify(mcp::Message::notification(method::cancelled, QByteArray("{\"requestId\":" + id + '}')));
}

QByteArray ClientSession::soleRequestId() const
{
    return m_requests.size() == 1 ? m_requests.begin()->second->id() : QByteArray();
}

void ClientSession::finishRequest(ClientRequest &request)
{
    const auto found = m_requests.find(mcp::idKey(request.id()));
    if (found != m_requests.end() && found->second.get() == &request) {
        found->second.release()->deleteLater(); // its own callback is on the stack
        m_requests.erase(found);
    }
    closeWhenDone();
}

void ClientSession::onFinished()
{
    m_state = State::Closing;
    m_lastAnswers.start(answersAfterEof);
    closeWhenDone();
}

void ClientSession::closeWhenDone()
{
    if (m_state == State::Closing && m_requests.empty())
        QMetaObject::invokeMethod(this, &ClientSession::close, Qt::QueuedConnection);
}

void ClientSession::close()
{
    m_lastAnswers.stop();
    m_requests.clear();
    m_transport->close();
}

void ClientSession::end()
{
    if (m_ended)
        return;
    m_ended = true;
    m_requests.clear();
    const auto open = std::move(m_reverse);
    m_reverse.clear();
    // Servers must not wait for a client that is gone.
    for (const auto &[id, request] : open)
        request.done(mcp::Message::error(mcp::serverError, QStringLiteral("the client has gone")));
    m_host.clientClosed(*this);
}

} // namespace pasarela
