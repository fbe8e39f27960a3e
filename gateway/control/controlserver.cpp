// SPDX-License-Identifier: MIT
#include "gateway/control/controlserver.h"

#include "gateway/base/logging.h"
#include "gateway/control/jsonfields.h"

#include <QPointer>

#include <algorithm>

namespace pasarela {

ControlServer::ControlServer(ControlHandler &handler, QString socketName, GatewayIdentity identity,
                             ControlServerOptions options, QObject *parent)
    : QObject(parent)
    , m_handler(handler)
    , m_socketName(std::move(socketName))
    , m_identity(std::move(identity))
    , m_options(std::move(options))
    , m_methods(controlMethods(handler))
{
    m_methods.insert(m_options.moreMethods.begin(), m_options.moreMethods.end());
    m_publishSoon.setSingleShot(true);
    connect(&m_publishSoon, &QTimer::timeout, this, &ControlServer::publish);
    connect(&m_server, &LocalServer::newConnection, this, &ControlServer::onNewConnection);
}

ControlServer::~ControlServer() = default;

Result<void> ControlServer::listen()
{
    return m_server.listen(m_socketName);
}

void ControlServer::onNewConnection()
{
    std::unique_ptr<ByteStream> stream = m_server.takeStream();
    if (!stream)
        return;
    const qint64 peer = stream->peerProcessId();
    if (mayDescendFrom(peer, m_identity.processId, m_options.processes)) {
        qCWarning(lcControl, "Process %lld was started by the gateway and asks for control; it is refused.",
                  static_cast<long long>(peer));
        stream->write(encodeFailure(
            {},
            {Error::Code::PermissionDenied, QStringLiteral("A program that the gateway started cannot control it.")}));
        return;
    }
    if (m_connections.size() >= m_options.connections) {
        stream->write(encodeFailure(
            {},
            {Error::Code::Unavailable,
             QStringLiteral("The gateway has %1 control connections already; close one.").arg(m_options.connections)}));
        return;
    }
    auto connection = std::make_unique<ControlConnection>(std::move(stream), m_options.limits);
    ControlConnection *raw = connection.get();
    connect(raw, &ControlConnection::requested, this,
            [this, raw](const ControlMessage &request) { onRequest(*raw, request); });
    connect(raw, &ControlConnection::ended, this, [this, raw] { onEnded(raw); });
    m_connections.push_back(std::move(connection));
    raw->start();
}

void ControlServer::onEnded(ControlConnection *connection)
{
    const auto place = std::find_if(m_connections.begin(), m_connections.end(),
                                    [connection](const auto &known) { return known.get() == connection; });
    if (place == m_connections.end())
        return;
    place->release()->deleteLater(); // this is its signal
    m_connections.erase(place);
}

void ControlServer::onRequest(ControlConnection &connection, const ControlMessage &request)
{
    if (request.method == control::method::hello) {
        onHello(connection, request);
    } else if (!connection.isGreeted()) {
        connection.answer(request.id, Error{Error::Code::ProtocolViolation, QStringLiteral("\"hello\" comes first.")},
                          rpc::invalidRequest);
        connection.finish();
    } else {
        dispatch(connection, request);
    }
}

void ControlServer::onHello(ControlConnection &connection, const ControlMessage &request)
{
    JsonDocument document(request.body.isEmpty() ? QByteArray("{}") : request.body);
    const int protocol = document.root().number<int>("protocol");
    if (connection.isGreeted() || !document.ok() || protocol < 1) {
        const QString what = connection.isGreeted() ? QStringLiteral("\"hello\" was said already.")
                                                    : QStringLiteral("\"hello\" names a protocol from 1 on.");
        connection.answer(request.id, Error{Error::Code::ProtocolViolation, what}, rpc::invalidRequest);
        connection.finish();
        return;
    }
    connection.greeted(protocol);
    connection.answer(request.id,
                      toBytes({{"protocol", m_identity.protocol},
                               {"version", jsonValue(m_identity.version)},
                               {"pid", m_identity.processId},
                               {"startTime", m_identity.startTime},
                               {"leaving", m_left}}));
}

void ControlServer::dispatch(ControlConnection &connection, const ControlMessage &request)
{
    const auto method = m_methods.find(request.method);
    const auto access =
        method != m_methods.end() ? std::optional(method->second.access) : control::accessOf(request.method);
    if (!access) {
        const QString name = QString::fromUtf8(request.method.left(64));
        connection.answer(
            request.id, Error{Error::Code::Unsupported, QStringLiteral("This gateway has no method \"%1\".").arg(name)},
            rpc::noSuchMethod);
    } else if (const Result<void> allowed = mayAsk(connection, request.method, *access); !allowed) {
        connection.answer(request.id, allowed.error());
    } else if (request.method == control::method::subscribe) {
        onSubscribe(connection, request);
    } else if (request.method == control::method::shutdown) {
        onShutdown(connection, request);
    } else if (method != m_methods.end()) {
        const auto done = [asker = QPointer(&connection), id = request.id](const Result<QByteArray> &result) {
            if (asker)
                asker->answer(id, result);
        };
        method->second.run(ControlParams(request.body), done);
    }
}

Result<void> ControlServer::mayAsk(const ControlConnection &connection, const QByteArray &method,
                                   control::Access access) const
{
    if (connection.protocol() != m_identity.protocol && !control::isEternal(method)) {
        return Error{
            Error::Code::Unsupported,
            QStringLiteral("This gateway is of version %1 and speaks another control protocol; restart it to update.")
                .arg(m_identity.version)};
    }
    const bool consented = m_options.mayConsent && m_options.mayConsent(connection.peerProcessId());
    if (access == control::Access::Consent && !consented) {
        return Error{Error::Code::NeedsPerson,
                     QStringLiteral("Only a person may do this: use the Pasarela window, or a terminal.")};
    }
    return {};
}

void ControlServer::onSubscribe(ControlConnection &connection, const ControlMessage &request)
{
    ControlParams params(request.body);
    const QStringList topics = params.texts("topics");
    if (params.problem()) {
        connection.answer(request.id, *params.problem());
        return;
    }
    for (const QString &topic : topics) {
        if (topic != QLatin1String("snapshot")) {
            connection.answer(request.id,
                              Error{Error::Code::Unsupported,
                                    QStringLiteral("This gateway has no topic \"%1\".").arg(topic.left(64))});
            return;
        }
    }
    publish(); // so that all subscribers stand at the same snapshot
    if (!hasSubscribers())
        m_published = m_handler.snapshot();
    connection.answer(request.id, toJson(m_published));
    connection.setSubscribed();
}

void ControlServer::onShutdown(ControlConnection &connection, const ControlMessage &request)
{
    ControlParams params(request.body);
    const QString reason =
        params.oneOf("reason", {QStringLiteral("user"), QStringLiteral("restart"), QStringLiteral("upgrade")});
    if (params.problem()) {
        connection.answer(request.id, *params.problem());
        return;
    }
    connection.answer(request.id, QByteArray("{}"));
    leave(reason);
    // The handler may take this server down.
    QMetaObject::invokeMethod(
        this, [this, reason] { m_handler.shutdown(reason); }, Qt::QueuedConnection);
}

void ControlServer::leave(const QString &reason)
{
    if (m_left)
        return;
    m_left = true;
    const QByteArray line = encodeEvent(control::event::leaving, toBytes({{"reason", jsonValue(reason)}}));
    for (const auto &connection : m_connections)
        connection->sendEvent(line);
}

bool ControlServer::hasSubscribers() const
{
    return std::any_of(m_connections.begin(), m_connections.end(), [](const auto &c) { return c->isSubscribed(); });
}

void ControlServer::snapshotMayHaveChanged()
{
    if (m_publishSoon.isActive() || !hasSubscribers())
        return;
    const std::chrono::milliseconds since(m_sincePublished.isValid() ? m_sincePublished.elapsed()
                                                                     : m_options.deltaInterval.count());
    m_publishSoon.start(std::max(std::chrono::milliseconds::zero(), m_options.deltaInterval - since));
}

void ControlServer::publish()
{
    m_publishSoon.stop();
    if (!hasSubscribers())
        return;
    m_sincePublished.start();
    Snapshot now = m_handler.snapshot();
    const SnapshotDelta delta = difference(m_published, now);
    if (delta.isEmpty())
        return;
    m_published = std::move(now);
    const QByteArray line = encodeEvent(control::event::delta, toJson(delta));
    for (const auto &connection : m_connections) {
        if (connection->isSubscribed())
            connection->sendEvent(line);
    }
}

} // namespace pasarela
