// SPDX-License-Identifier: MIT
#include "gateway/control/controlclient.h"

#include "gateway/base/logging.h"
#include "gateway/control/controlmessage.h"
#include "gateway/control/jsonfields.h"
#include "gateway/ipc/localserver.h"
#include "gateway/mcp/calloutcome.h"

#include <QCoreApplication>
#include <QPointer>

#include <algorithm>

namespace pasarela {

namespace {

using namespace std::chrono_literals;

constexpr auto subscribeWithin = 10s;
constexpr std::chrono::milliseconds connectWithin = 1s; ///< Windows: for a free pipe instance.

Result<GatewayIdentity> identityFrom(const QByteArray &json)
{
    JsonDocument document(json);
    const JsonFields fields = document.root();
    GatewayIdentity identity;
    identity.protocol = fields.number<int>("protocol");
    identity.version = fields.text("version");
    identity.processId = fields.number<qint64>("pid");
    identity.startTime = fields.number<qint64>("startTime");
    identity.leaving = fields.flag("leaving");
    if (!document.ok() || identity.protocol < 1)
        return Error{Error::Code::ProtocolViolation,
                     QStringLiteral("What answers on the control socket is no gateway.")};
    return identity;
}

} // namespace

ControlClient::ControlClient(const Paths &paths, QObject *parent)
    : QObject(parent)
    , m_paths(paths)
{
    m_deadlines.setSingleShot(true);
    connect(&m_deadlines, &QTimer::timeout, this, &ControlClient::onDeadline);
}

ControlClient::~ControlClient() = default;

void ControlClient::connectToGateway(std::chrono::milliseconds within, Connected done)
{
    disconnectFromGateway();
    auto stream = connectLocal(m_paths.controlSocket(), std::min(within, connectWithin));
    if (!stream) {
        Error error = stream.error();
        if (error.code == Error::Code::NotFound)
            error = {Error::Code::Unavailable, QStringLiteral("The gateway is not running.")};
        QMetaObject::invokeMethod(
            this, [done = std::move(done), error] { done(error); }, Qt::QueuedConnection);
        return;
    }
    m_stream = std::move(stream).value();
    m_framer = std::make_unique<LineFramer>(control::lineLimit);
    m_subscribed = false;
    m_state = State::Greeting;
    connect(m_stream.get(), &ByteStream::received, this, &ControlClient::onReceived);
    m_farewell = {Error::Code::Closed, QStringLiteral("The gateway closed the connection.")};
    ++m_connection;
    const auto lost = [this] { drop(m_farewell); };
    connect(m_stream.get(), &ByteStream::finished, this, lost);
    connect(m_stream.get(), &ByteStream::closed, this, lost);
    m_stream->resume();
    greet(within, std::move(done));
}

void ControlClient::greet(std::chrono::milliseconds within, Connected done)
{
    const QByteArray hello = toBytes({{"protocol", control::protocolVersion},
                                      {"version", PASARELA_VERSION},
                                      {"program", jsonValue(QCoreApplication::applicationName())}});
    send(control::method::hello, hello, within,
         [this, connection = m_connection, done = std::move(done)](const Result<Json> &answer) {
             if (connection == m_connection)
                 onGreeted(answer, done);
             else
                 done(answer.error()); // given up for a newer one
         });
}

void ControlClient::onGreeted(const Result<Json> &answer, const Connected &done)
{
    Result<GatewayIdentity> identity = answer ? identityFrom(*answer) : Result<GatewayIdentity>(answer.error());
    if (identity) {
        m_identity = *identity;
        m_state = State::Ready;
    } else if (identity.error().code == Error::Code::Timeout && m_stream) {
        const qint64 holder = m_stream->peerProcessId();
        const QString who = holder > 0 ? QStringLiteral("Process %1").arg(holder) : QStringLiteral("Another program");
        identity = Error{Error::Code::Timeout,
                         who + QStringLiteral(" holds the control socket and does not answer; end it and try again.")};
    }
    if (!identity)
        disconnectFromGateway();
    done(identity);
}

void ControlClient::request(const char *method, const Json &params, std::chrono::milliseconds timeout, Done done)
{
    if (m_state == State::Ready) {
        send(method, params, timeout, std::move(done));
        return;
    }
    const Error error{Error::Code::Unavailable, QStringLiteral("There is no connection to the gateway.")};
    QMetaObject::invokeMethod(
        this, [done = std::move(done), error] { done(error); }, Qt::QueuedConnection);
}

void ControlClient::send(const char *method, const Json &params, std::chrono::milliseconds timeout, Done done)
{
    const qint64 id = m_nextId++;
    m_pending.emplace(id,
                      Pending{std::move(done), QDeadlineTimer(timeout),
                              QLatin1String(method) == QLatin1String(control::method::call)});
    watchDeadlines();
    m_stream->write(encodeRequest(id, method, params));
}

void ControlClient::subscribe(std::function<void(Result<Snapshot>)> done)
{
    request(control::method::subscribe, {}, subscribeWithin,
            [this, done = std::move(done)](const Result<Json> &answer) {
                if (!answer) {
                    done(answer.error());
                    return;
                }
                const auto snapshot = snapshotFromJson(*answer);
                if (!snapshot) {
                    done(Error{Error::Code::ProtocolViolation,
                               QStringLiteral("The gateway sent a state that cannot be read.")});
                    return;
                }
                m_snapshot = *snapshot;
                m_subscribed = true;
                done(m_snapshot);
            });
}

void ControlClient::onReceived(QByteArrayView bytes)
{
    m_framer->push(
        bytes, [this](const QByteArray &line) { onLine(line); },
        [this](QByteArrayView, bool) {
            drop({Error::Code::TooLarge,
                  QStringLiteral("The gateway sent a line over %1 bytes.").arg(control::lineLimit)});
        });
}

void ControlClient::onLine(const QByteArray &line)
{
    const auto decoded = decodeControl(line);
    const auto *message = std::get_if<ControlMessage>(&decoded);
    if (!message) {
        drop(std::get<ControlFault>(decoded).error);
        return;
    }
    switch (message->kind) {
    case ControlMessage::Kind::Result:
    case ControlMessage::Kind::Failure:
        onAnswer(*message);
        return;
    case ControlMessage::Kind::Event:
        onEvent(*message);
        return;
    case ControlMessage::Kind::Request:
        qCWarning(lcControl, "The gateway asks for %s, which no client answers.", message->method.constData());
        return;
    }
}

void ControlClient::onAnswer(const ControlMessage &message)
{
    bool isNumber = false;
    const auto pending = m_pending.find(message.id.toLongLong(&isNumber));
    if (!isNumber || pending == m_pending.end()) {
        if (message.kind == ControlMessage::Kind::Failure && message.id.isEmpty())
            m_farewell = message.error; // why it is about to close
        return;
    }
    const Done done = std::move(pending->second.done);
    m_pending.erase(pending);
    watchDeadlines();
    done(message.kind == ControlMessage::Kind::Result ? Result<Json>(message.body) : Result<Json>(message.error));
}

void ControlClient::onEvent(const ControlMessage &message)
{
    if (message.method == control::event::leaving) {
        JsonDocument document(message.body);
        const QString reason = document.root().text("reason");
        Q_EMIT leaving(reason);
        return;
    }
    if (message.method != control::event::delta || !m_subscribed)
        return;
    const auto delta = deltaFromJson(message.body);
    if (!delta) {
        drop({Error::Code::ProtocolViolation, QStringLiteral("The gateway sent a change that cannot be read.")});
        return;
    }
    apply(m_snapshot, *delta);
    Q_EMIT snapshotChanged(m_snapshot);
}

void ControlClient::watchDeadlines()
{
    if (m_pending.empty()) {
        m_deadlines.stop();
        return;
    }
    const auto nearest = std::min_element(m_pending.begin(), m_pending.end(), [](const auto &a, const auto &b) {
        return a.second.deadline < b.second.deadline;
    });
    m_deadlines.start(std::chrono::milliseconds(std::max<qint64>(0, nearest->second.deadline.remainingTime())));
}

void ControlClient::onDeadline()
{
    std::vector<Pending> late;
    std::erase_if(m_pending, [&late](auto &entry) {
        if (!entry.second.deadline.hasExpired())
            return false;
        late.push_back(std::move(entry.second));
        return true;
    });
    watchDeadlines();
    const QPointer<ControlClient> alive(this);
    for (const Pending &pending : late) {
        if (!alive)
            return;
        const Error reason{Error::Code::Timeout, QStringLiteral("The gateway did not answer in time.")};
        pending.done(pending.mayAct ? mcp::sentButUnanswered(reason) : reason);
    }
}

void ControlClient::disconnectFromGateway()
{
    m_state = State::Disconnected;
    m_subscribed = false;
    m_framer.reset();
    if (m_stream) {
        m_stream->disconnect(this);
        m_stream->abort();
        m_stream.release()->deleteLater(); // perhaps this is its signal
    }
    answerLater(takePending(), {Error::Code::Cancelled, QStringLiteral("The connection to the gateway was given up.")},
                false);
}

void ControlClient::drop(const Error &reason)
{
    const bool wasReady = m_state == State::Ready;
    std::vector<Pending> open = takePending();
    disconnectFromGateway();
    answerLater(std::move(open), reason, wasReady);
}

std::vector<ControlClient::Pending> ControlClient::takePending()
{
    std::vector<Pending> open;
    for (auto &[id, pending] : m_pending)
        open.push_back(std::move(pending));
    m_pending.clear();
    m_deadlines.stop();
    return open;
}

void ControlClient::answerLater(std::vector<Pending> open, const Error &reason, bool announce)
{
    if (open.empty() && !announce)
        return;
    const auto answer = [this, open = std::move(open), reason, announce] {
        const QPointer<ControlClient> alive(this);
        for (const Pending &pending : open) {
            if (!alive)
                return;
            pending.done(pending.mayAct ? mcp::sentButUnanswered(reason) : reason);
        }
        if (alive && announce)
            Q_EMIT disconnected();
    };
    QMetaObject::invokeMethod(this, answer, Qt::QueuedConnection);
}

} // namespace pasarela
