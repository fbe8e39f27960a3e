// SPDX-License-Identifier: MIT
#include "gateway/upstream/upstreamsession.h"

#include "gateway/base/jsonview.h"
#include "gateway/base/logging.h"
#include "gateway/mcp/batch.h"
#include "gateway/mcp/calloutcome.h"
#include "gateway/mcp/jsonrpcerror.h"
#include "gateway/mcp/methods.h"
#include "gateway/mcp/protocolversion.h"
#include "gateway/upstream/foreigntext.h"

#include <QPointer>
#include <QRandomGenerator>

namespace pasarela {

namespace {

using Field = mcp::Message::Field;
using Kind = mcp::Message::Kind;

// Numbers as ids: far from what another run may have used, and exact in every JSON reader (2^53).
constexpr quint64 firstNumber = quint64(1) << 32;
constexpr quint64 lastFirstNumber = (quint64(1) << 53) - (quint64(1) << 32);

constexpr qint64 largestExact = (qint64(1) << 53) - 1; ///< What every JSON reader takes for a whole number.

/// An answer that a client's schema of MCP would refuse, so that its request stays open for ever; nothing: a good one.
std::optional<Error> brokenRule(const mcp::Message &answer)
{
    const auto broken = [](const char *what, const QString &said = {}) {
        return Error{Error::Code::ProtocolViolation,
                     QStringLiteral("The server answered with %1, which MCP does not allow. Update the server, or tell "
                                    "its maker.%2")
                         .arg(QLatin1String(what), said)};
    };
    if (answer.kind() == Kind::Result) {
        if (jsonTypeOf(answer.resultBody()) != JsonType::Object)
            return broken("a result that is no object");
        return {};
    }
    const QByteArrayView message = answer.at(Field::ErrorMessage);
    if (jsonTypeOf(message) != JsonType::String)
        return broken("an error whose message is no text");
    const auto code = jsonInteger(answer.at(Field::ErrorCode));
    if (code && qAbs(*code) <= largestExact)
        return {};
    const QString said = foreignText(jsonStringValue(message));
    return broken("an error whose code is no whole number",
                  said.isEmpty() ? QString() : QStringLiteral(" It says: \"%1\".").arg(said));
}

QString seconds(std::chrono::milliseconds time)
{
    return QString::number(std::chrono::duration<double>(time).count());
}

} // namespace

UpstreamSession::UpstreamSession(std::unique_ptr<mcp::Transport> transport, Options options, QObject *parent)
    : QObject(parent)
    , m_transport(std::move(transport))
    , m_options(std::move(options))
    , m_calls(m_options.idPrefix)
    , m_reverse(*m_transport, m_options.reverseLimit)
    , m_keepAlive(m_options.ping)
{
    m_deadline.setSingleShot(true);
    m_drain.setSingleShot(true);
    connect(&m_deadline, &QTimer::timeout, this, &UpstreamSession::onDeadline);
    connect(&m_drain, &QTimer::timeout, this, [this] {
        close({Error::Code::Cancelled, QStringLiteral("The server was stopped before the call was answered.")});
    });
    connect(&m_keepAlive, &KeepAlive::pingDue, this, &UpstreamSession::sendPing);
    connect(&m_keepAlive, &KeepAlive::lost, this, &UpstreamSession::onLost);
    connect(m_transport.get(), &mcp::Transport::received, this, &UpstreamSession::onReceived);
    connect(m_transport.get(), &mcp::Transport::unreadable, this, &UpstreamSession::onUnreadable);
    connect(m_transport.get(), &mcp::Transport::closed, this, &UpstreamSession::onTransportClosed);
}

UpstreamSession::~UpstreamSession()
{
    m_transport->disconnect(this);
}

void UpstreamSession::start()
{
    Q_ASSERT(m_state == State::Connecting);
    m_state = State::Initializing;
    m_transport->start();
    askForInitialize(m_options.initializeTimeout);
    if (m_state == State::Initializing)
        Q_EMIT stateChanged(m_state);
}

void UpstreamSession::askForInitialize(std::chrono::milliseconds timeout)
{
    PendingCall call;
    call.done = [this](const Result<mcp::Message> &answer) { onInitialized(answer); };
    call.timeout = timeout;
    m_initialize = m_calls.nextId();
    enqueue(m_initialize, initializeRequest(), {}, std::move(call));
}

/// A few servers take only numbers as ids; such a one refuses the very first request, and cannot repeat its id.
bool UpstreamSession::asksForNumbers(const mcp::Message &answer) const
{
    if (m_state != State::Initializing || m_calls.usesNumbers() || answer.kind() != Kind::Error)
        return false;
    const auto code = jsonInteger(answer.at(Field::ErrorCode));
    return answer.id() == "null"
        && (code == mcp::invalidRequest || code == mcp::parseError || code == mcp::invalidParams);
}

void UpstreamSession::startOverWithNumbers()
{
    const auto first = m_calls.take(m_initialize);
    if (!first)
        return;
    m_calls.useNumbers(firstNumber + QRandomGenerator::system()->bounded(lastFirstNumber - firstNumber));
    askForInitialize(std::chrono::milliseconds(first->deadline.remainingTime()));
}

void UpstreamSession::onInitialized(const Result<mcp::Message> &answer)
{
    if (m_state != State::Initializing)
        return;
    if (!answer) {
        close(answer.error());
        return;
    }
    const Result<ServerInfo> info = readServerInfo(*answer);
    if (!info) {
        close(withLastWords(info.error(), lastWords()));
        return;
    }
    m_server = *info;
    m_transport->send(composed(mcp::Message::notification(mcp::method::initialized), {}));
    m_keepAlive.start();
    become(State::Ready);
}

/// Not while it works: many servers read nothing before a call is done, and each call has a deadline of its own.
void UpstreamSession::sendPing()
{
    if (!m_calls.isEmpty())
        return m_keepAlive.postpone();
    m_ping = m_calls.nextId();
    m_transport->send(composed(mcp::Message::request(mcp::method::ping), m_calls.wireId(m_ping)));
}

void UpstreamSession::onLost()
{
    close(withLastWords({Error::Code::Timeout,
                         QStringLiteral("The server did not answer two pings in a row. It is started again when it is "
                                        "needed.")},
                        lastWords()));
}

UpstreamSession::CallId UpstreamSession::call(const mcp::Message &request, const Splice &edits, Done done,
                                              Progress progress, std::chrono::milliseconds timeout)
{
    const bool mayAct = request.method() == mcp::method::toolsCall;
    const auto refused = [&](const Error &reason) {
        return refuse(std::move(done), mayAct ? mcp::notSent(reason) : reason);
    };
    if (m_state != State::Ready)
        return refused(m_state == State::Closed
                           ? m_closeReason
                           : Error{Error::Code::Unavailable, QStringLiteral("The server takes no calls now.")});
    if (m_transport->bytesQueued() > m_options.queueLimit)
        return refused({Error::Code::Unavailable,
                        QStringLiteral("The server does not read what it is sent. Restart it, or try again later.")});

    PendingCall pending;
    pending.mayAct = mayAct;
    pending.done = countingSubscription(request, std::move(done));
    pending.progress = std::move(progress);
    pending.callerToken = request.at(Field::ParamsMetaProgressToken).toByteArray();
    pending.timeout = timeout.count() > 0 ? timeout : m_options.callTimeout;
    const CallId id = m_calls.nextId();
    Splice all = edits;
    if (!pending.callerToken.isEmpty())
        all.replace(request.span(Field::ParamsMetaProgressToken), m_calls.wireId(id));
    enqueue(id, request, all, std::move(pending));
    return id;
}

void UpstreamSession::enqueue(CallId id, const mcp::Message &request, const Splice &edits, PendingCall call)
{
    m_keepAlive.postpone();
    call.deadline = QDeadlineTimer(call.timeout);
    watchDeadline(call.deadline);
    m_calls.add(id, std::move(call));
    m_transport->send(composed(request, m_calls.wireId(id), edits));
}

/// From the event loop, since `done` is never called before call() returns.
UpstreamSession::CallId UpstreamSession::refuse(Done done, const Error &reason)
{
    const CallId id = m_calls.nextId();
    m_refused.emplace(id, Refusal{std::move(done), reason});
    QMetaObject::invokeMethod(
        this,
        [this, id] {
            auto refused = m_refused.extract(id);
            if (!refused.empty())
                refused.mapped().done(refused.mapped().reason);
        },
        Qt::QueuedConnection);
    return id;
}

/// Subscriptions are counted where their answers pass: a session that has some is not idle.
UpstreamSession::Done UpstreamSession::countingSubscription(const mcp::Message &request, Done done)
{
    const bool subscribes = request.method() == mcp::method::resourcesSubscribe;
    if (!subscribes && request.method() != mcp::method::resourcesUnsubscribe)
        return done;
    return [this, subscribes, uri = request.text(Field::ParamsUri),
            done = std::move(done)](Result<mcp::Message> response) {
        if (response && response->kind() == Kind::Result) {
            if (subscribes)
                m_subscriptions.insert(uri);
            else
                m_subscriptions.remove(uri);
        }
        done(std::move(response));
    };
}

void UpstreamSession::cancel(CallId call, const QString &reason)
{
    if (m_refused.erase(call) > 0 || call == m_initialize || !m_calls.take(call))
        return;
    m_keepAlive.callGivenUp();
    sendCancelled(call, reason);
    afterCall();
}

void UpstreamSession::sendCancelled(CallId call, const QString &reason)
{
    const QByteArray params = "{\"requestId\":" + m_calls.wireId(call) + ",\"reason\":" + jsonQuoted(reason) + '}';
    m_transport->send(composed(mcp::Message::notification(mcp::method::cancelled, params), {}));
}

void UpstreamSession::notify(const mcp::Message &notification, const Splice &edits)
{
    if (isOpen())
        m_transport->send(composed(notification, {}, edits));
}

void UpstreamSession::onReceived(const mcp::Message &message)
{
    m_keepAlive.heard();
    switch (message.kind()) {
    case Kind::Result:
    case Kind::Error:
        takeAnswer(message);
        return;
    case Kind::Request:
        takeRequest(message);
        return;
    case Kind::Notification:
        takeNotification(message);
        return;
    }
}

void UpstreamSession::takeAnswer(const mcp::Message &answer)
{
    if (m_state == State::Closed)
        return;
    if (asksForNumbers(answer))
        return startOverWithNumbers();
    auto call = m_calls.take(m_calls.openCall(answer.id()));
    if (!call && m_ping != 0 && mcp::idKey(answer.id()) == mcp::idKey(m_calls.wireId(m_ping))) {
        m_ping = 0;
        return;
    }
    if (!call) {
        ++m_droppedAnswers;
        m_keepAlive.lateAnswer();
        qCDebug(lcUpstream, "An answer that no open call waits for was dropped");
        return;
    }
    if (const auto broken = brokenRule(answer))
        return failCall(*call, *broken);
    finishCall(std::move(*call), answer);
}

/// An answer that cannot be read is an answer all the same, where its id can.
void UpstreamSession::onUnreadable(const mcp::MessageFault &fault)
{
    m_keepAlive.heard();
    if (!fault.batch.isEmpty())
        return mcp::revisionAllowsBatches(m_server.revision) ? takeBatch(fault.batch) : refuseBatch(fault);
    const auto call = m_calls.take(m_calls.openCall(fault.id));
    if (!call)
        return;
    failCall(*call,
             {Error::Code::ProtocolViolation,
              QStringLiteral("The server's answer is no valid message: %1.").arg(QString::fromUtf8(fault.what))});
}

void UpstreamSession::takeBatch(const QByteArray &array)
{
    const QPointer<UpstreamSession> alive(this);
    for (const auto &part : mcp::readBatch(array)) {
        if (!alive || m_state == State::Closed)
            return;
        if (const auto *message = std::get_if<mcp::Message>(&part))
            onReceived(*message);
        else
            onUnreadable(std::get<mcp::MessageFault>(part));
    }
}

/// Whoever waits for an answer that is in it would wait until its time is over.
void UpstreamSession::refuseBatch(const mcp::MessageFault &batch)
{
    const QPointer<UpstreamSession> alive(this);
    for (const auto &part : mcp::readBatch(batch.batch)) {
        if (!alive || m_state == State::Closed)
            return;
        const auto *message = std::get_if<mcp::Message>(&part);
        if (message && message->isResponse())
            onUnreadable({batch.code, message->id().toByteArray(), batch.what});
    }
}

void UpstreamSession::finishCall(PendingCall call, Result<mcp::Message> response)
{
    const QPointer<UpstreamSession> alive(this);
    call.done(std::move(response));
    if (alive)
        afterCall();
}

/// For a call that was sent and whose answer is of no use.
void UpstreamSession::failCall(const PendingCall &call, const Error &reason)
{
    const QPointer<UpstreamSession> alive(this);
    call.endUnanswered(reason);
    if (alive)
        afterCall();
}

void UpstreamSession::afterCall()
{
    if (!isOpen() || !m_calls.isEmpty())
        return;
    if (m_state == State::Draining)
        close({Error::Code::Closed, QStringLiteral("The server was stopped.")});
    else
        Q_EMIT idle();
}

void UpstreamSession::takeNotification(const mcp::Message &message)
{
    if (!isOpen())
        return;
    const QByteArray method = message.method();
    if (method == mcp::method::progress) {
        takeProgress(message);
    } else if (method == mcp::method::cancelled) {
        m_reverse.takeBack(message.at(Field::ParamsRequestId));
    } else {
        Q_EMIT notification(message);
    }
}

void UpstreamSession::takeProgress(const mcp::Message &message)
{
    const CallId id = m_calls.openCall(message.at(Field::ParamsProgressToken));
    if (id == 0 || !m_calls.at(id).progress || m_calls.at(id).callerToken.isEmpty())
        return;
    Splice restored;
    restored.replace(message.span(Field::ParamsProgressToken), m_calls.at(id).callerToken);
    const Progress progress = m_calls.at(id).progress; // a copy: it may end the call
    progress(message, restored);
}

void UpstreamSession::takeRequest(const mcp::Message &request)
{
    if (request.method() == mcp::method::ping)
        m_transport->send(composed(mcp::Message::result("{}"), request.id()));
    else if (isOpen())
        m_reverse.take(request);
    else
        m_transport->send(composed(
            mcp::Message::error(mcp::invalidRequest, QStringLiteral("Only ping is answered before initialized.")),
            request.id()));
}

/// The timer may come too early, when the call it was for is done: then it is set anew.
void UpstreamSession::watchDeadline(QDeadlineTimer deadline)
{
    if (deadline.isForever() || (m_deadline.isActive() && m_nextDeadline <= deadline))
        return;
    m_nextDeadline = deadline;
    m_deadline.start(std::chrono::milliseconds(deadline.remainingTime()));
}

void UpstreamSession::onDeadline()
{
    auto expired = m_calls.takeExpired();
    watchDeadline(m_calls.nextDeadline());
    const QPointer<UpstreamSession> alive(this);
    for (auto &[id, call] : expired) {
        const Error reason{Error::Code::Timeout,
                           QStringLiteral("The server did not answer within %1 s.").arg(seconds(call.timeout))};
        if (alive && id == m_initialize)
            return close(withLastWords(reason, lastWords()));
        if (alive) {
            m_keepAlive.callGivenUp();
            sendCancelled(id, QStringLiteral("Timed out"));
        }
        call.endUnanswered(reason);
    }
    if (alive)
        afterCall();
}

void UpstreamSession::drain(std::chrono::milliseconds within)
{
    if (m_state != State::Ready) {
        if (m_state != State::Draining)
            close({Error::Code::Cancelled, QStringLiteral("The server was stopped while it started.")});
        return;
    }
    if (m_calls.isEmpty())
        return close({Error::Code::Closed, QStringLiteral("The server was stopped.")});
    m_keepAlive.stop();
    m_drain.start(within);
    become(State::Draining);
}

void UpstreamSession::close(const Error &reason)
{
    closeWith(reason, true);
}

void UpstreamSession::onTransportClosed(const Error &reason)
{
    const QPointer<UpstreamSession> alive(this);
    closeWith(withLastWords(reason, lastWords()), false);
    if (alive)
        Q_EMIT gone();
}

/// Calls are answered after the change of state was told, so that who calls again at once finds it so.
void UpstreamSession::closeWith(const Error &reason, bool transportIsOpen)
{
    if (m_state == State::Closed)
        return;
    m_closeReason = reason;
    m_deadline.stop();
    m_drain.stop();
    m_keepAlive.stop();
    m_reverse.clear();
    m_subscriptions.clear();
    std::vector<PendingCall> calls = m_calls.takeAll();
    if (transportIsOpen)
        m_transport->close();
    become(State::Closed);
    for (const PendingCall &call : calls)
        call.endUnanswered(reason);
}

void UpstreamSession::become(State state)
{
    m_state = state;
    Q_EMIT stateChanged(state);
}

} // namespace pasarela
