// SPDX-License-Identifier: MIT
#include "gateway/session/sessionpool.h"

#include "gateway/base/logging.h"

#include <QPointer>

#include <algorithm>

namespace pasarela {

namespace {

using State = UpstreamSession::State;

constexpr std::chrono::milliseconds closingLookInterval{10};

/// Errors that trying again cannot mend: somebody must change something first.
bool isLasting(Error::Code code)
{
    switch (code) {
    case Error::Code::InvalidInput:
    case Error::Code::NotFound:
    case Error::Code::PermissionDenied:
    case Error::Code::Unsupported:
    case Error::Code::NeedsPerson:
    case Error::Code::NeedsCredential:
    case Error::Code::KeychainLocked:
    case Error::Code::KeychainRefused:
        return true;
    default:
        return false;
    }
}

Error stopping()
{
    return {Error::Code::Closed, QStringLiteral("Pasarela is stopping: start it again first.")};
}

} // namespace

SessionPool::SessionPool(TransportFactory &factory, QByteArray idPrefix, QObject *parent)
    : SessionPool(factory, std::move(idPrefix), Times(), parent)
{
}

SessionPool::SessionPool(TransportFactory &factory, QByteArray idPrefix, Times times, QObject *parent)
    : QObject(parent)
    , m_factory(factory)
    , m_idPrefix(std::move(idPrefix))
    , m_times(times)
{
    m_tell.setSingleShot(true);
    m_tell.setInterval(0);
    connect(&m_tell, &QTimer::timeout, this, &SessionPool::factsChanged);
    m_closingLook.setInterval(closingLookInterval);
    connect(&m_closingLook, &QTimer::timeout, this, &SessionPool::finishClosing);
}

SessionPool::~SessionPool() = default;

void SessionPool::acquire(const SessionKey &key, QDeadlineTimer deadline, QObject *context, Acquired done)
{
    makeSlot(key).waiting.add({context, deadline, std::move(done)});
    advanceSoon(key);
}

UpstreamSession *SessionPool::ready(const SessionKey &key) const
{
    const SessionSlot *found = slot(key);
    return found && found->isReady() ? found->session.get() : nullptr;
}

std::vector<SessionFacts> SessionPool::facts() const
{
    std::vector<SessionFacts> facts;
    for (const auto &entry : m_slots)
        facts.push_back(entry.second->facts());
    return facts;
}

void SessionPool::touch(const SessionKey &key)
{
    if (SessionSlot *found = slot(key)) {
        ++found->calls;
        used(*found);
    }
}

const EnclaveConfig *SessionPool::enclaveOf(const SessionKey &key) const
{
    const auto found = m_config.enclaves.constFind(key.enclave);
    return found != m_config.enclaves.cend() && found->enabled ? &*found : nullptr;
}

bool SessionPool::accountExists(const SessionKey &key) const
{
    const EnclaveConfig *enclave = enclaveOf(key);
    return key.account.isEmpty() || (enclave && enclave->accounts.value(key.account, {false, {}}).enabled);
}

SessionSlot *SessionPool::slot(const SessionKey &key) const
{
    const auto found = m_slots.find(key);
    return found == m_slots.end() ? nullptr : found->second.get();
}

SessionSlot &SessionPool::makeSlot(const SessionKey &key)
{
    if (SessionSlot *found = slot(key))
        return *found;
    auto made = std::make_unique<SessionSlot>(key);
    connect(&made->retry, &QTimer::timeout, this, [this, key] {
        slot(key)->retryAt = {};
        tellFacts();
        advance(key);
    });
    connect(&made->deadline, &QTimer::timeout, this, [this, key] { onDeadline(key); });
    connect(&made->idle, &QTimer::timeout, this, [this, key] { closeIfIdle(key); });
    return *m_slots.emplace(key, std::move(made)).first->second;
}

std::vector<SessionKey> SessionPool::keysOf(const EnclaveId &enclave) const
{
    std::vector<SessionKey> keys;
    for (const auto &entry : m_slots) {
        if (entry.first.enclave == enclave)
            keys.push_back(entry.first);
    }
    return keys;
}

/// From the event loop: a timer of the slot may be the one that called.
void SessionPool::forgetIfDone(const SessionKey &key)
{
    QMetaObject::invokeMethod(
        this,
        [this, key] {
            const SessionSlot *found = slot(key);
            if (found && found->isForgettable()) {
                m_slots.erase(key);
                tellFacts();
            }
        },
        Qt::QueuedConnection);
}

void SessionPool::advanceSoon(const SessionKey &key)
{
    QMetaObject::invokeMethod(
        this, [this, key] { advance(key); }, Qt::QueuedConnection);
}

/// Does what can be done now for those who wait.
void SessionPool::advance(const SessionKey &key)
{
    SessionSlot *found = slot(key);
    if (!found)
        return;
    if (found->waiting.isEmpty())
        return forgetIfDone(key);
    if (m_closing)
        return failAll(*found, stopping());
    if (!enclaveOf(key))
        return failAll(*found,
                       {Error::Code::NotFound,
                        QStringLiteral("The enclave \"%1\" is not there or switched off.").arg(key.enclave.text())});
    if (!accountExists(key))
        return failAll(
            *found,
            {Error::Code::NotFound,
             QStringLiteral("The enclave \"%1\" has no account \"%2\".").arg(key.enclave.text(), key.account.text())});
    if (found->isReady())
        return handOut(key);
    watchDeadline(*found);
    if (!found->session && !found->retry.isActive() && makeRoom(*found))
        start(*found);
}

void SessionPool::handOut(const SessionKey &key)
{
    SessionSlot &ready = *slot(key);
    ready.deadline.stop();
    used(ready);
    const std::vector<WaitingList::Waiter> waiters = ready.waiting.takeAll();
    const QPointer<UpstreamSession> session(ready.session.get());
    const QPointer<SessionPool> alive(this);
    for (const WaitingList::Waiter &waiter : waiters) {
        if (!alive)
            return;
        // A receiver before may have closed it: the others wait on.
        if (session && session->state() == State::Ready)
            waiter.answer(session.data());
        else if (waiter.context)
            acquire(key, waiter.deadline, waiter.context, waiter.done);
    }
    if (alive && slot(key))
        watchIdle(*slot(key));
}

void SessionPool::start(SessionSlot &starting)
{
    const SessionKey key = starting.key;
    const EnclaveConfig &enclave = *enclaveOf(key);
    LaunchContext context;
    context.enclave = key.enclave;
    context.account = key.account;
    context.scope = key.scope;
    context.workingDirectory = m_workRoot + u'/' + key.enclave.text();
    if (m_credentials && !key.account.isEmpty())
        context.credentials = m_credentials->variablesOf(key.enclave, enclave, key.account);
    auto transport = m_factory.make(enclave, context);
    if (!transport)
        return startFailed(starting, masked(transport.error()));

    UpstreamSession::Options options;
    options.initializeTimeout = enclave.timeouts.initialize;
    options.callTimeout = enclave.timeouts.call;
    options.idPrefix = m_idPrefix;
    options.ping = m_times.ping;
    starting.session = std::make_unique<UpstreamSession>(std::move(*transport), options);
    starting.wasReady = false;
    UpstreamSession *const session = starting.session.get();
    connect(session, &UpstreamSession::stateChanged, this,
            [this, key, session](State state) { onStateChanged(key, session, state); });
    connect(session, &UpstreamSession::idle, this, [this, key] { onIdle(key); });
    connect(session, &UpstreamSession::gone, this, [this, session] { onGone(session); });
    session->start();
}

void SessionPool::onStateChanged(const SessionKey &key, UpstreamSession *session, State state)
{
    SessionSlot *found = slot(key);
    if (!found || found->session.get() != session)
        return; // it is leaving
    found->since = QDateTime::currentDateTimeUtc();
    tellFacts();
    if (state == State::Ready)
        onReady(*found);
    else if (state == State::Closed)
        onEnded(*found, masked(session->closeReason()));
}

void SessionPool::onReady(SessionSlot &ready)
{
    ready.wasReady = true;
    ready.sinceReady.start();
    used(ready);
    ready.failed = false;
    ready.lastError = {};
    watchIdle(ready);
    const SessionKey key = ready.key;
    const QPointer<SessionPool> alive(this);
    qCInfo(lcSession, "\"%ls\" is ready", qUtf16Printable(logName(key)));
    Q_EMIT sessionReady(key, ready.session.get());
    if (alive)
        advance(key);
}

/// What a server says may have its secret in it.
Error SessionPool::masked(Error error) const
{
    if (m_credentials)
        error.detail = m_credentials->mask().maskedText(error.detail);
    return error;
}

/// Nobody asked it to end: those are taken out of their slot first.
void SessionPool::onEnded(SessionSlot &ended, const Error &reason)
{
    const SessionKey key = ended.key;
    m_leaving.push_back({key, std::move(ended.session)});
    if (!ended.wasReady)
        return startFailed(ended, reason);

    qCWarning(lcSession, "\"%ls\" ended unexpectedly: %ls", qUtf16Printable(logName(key)),
              qUtf16Printable(reason.detail));
    ended.idle.stop();
    ended.lastError = reason;
    if (std::chrono::milliseconds(ended.sinceReady.elapsed()) < m_times.goodRun)
        retryLater(ended);
    else
        ended.backoff.reset();
    advanceSoon(key);
    Q_EMIT sessionClosed(key);
}

void SessionPool::startFailed(SessionSlot &failing, const Error &reason)
{
    failing.failed = true;
    failing.lastError = reason;
    failing.since = QDateTime::currentDateTimeUtc();
    tellFacts();
    qCWarning(lcSession, "\"%ls\" could not be started: %ls", qUtf16Printable(logName(failing.key)),
              qUtf16Printable(reason.detail));
    advanceWaitingForRoom(failing.key.enclave);
    if (isLasting(reason.code))
        return failAll(failing, reason);
    retryLater(failing);
    forgetIfDone(failing.key);
}

void SessionPool::retryLater(SessionSlot &failing)
{
    using Milliseconds = std::chrono::milliseconds;
    const auto delay = std::chrono::duration_cast<Milliseconds>(failing.backoff.next() * m_times.retryScale);
    failing.retryAt = QDateTime::currentDateTimeUtc().addMSecs(delay.count());
    failing.retry.start(delay);
}

void SessionPool::onDeadline(const SessionKey &key)
{
    SessionSlot *found = slot(key);
    const std::vector<WaitingList::Waiter> expired = found->waiting.takeExpired();
    const Error reason = whyNotYet(*found);
    watchDeadline(*found);
    forgetIfDone(key);
    for (const WaitingList::Waiter &waiter : expired)
        waiter.answer(reason);
}

Error SessionPool::whyNotYet(const SessionSlot &waited) const
{
    const QString name = waited.key.enclave.text();
    if (waited.waitsForRoom)
        return {
            Error::Code::Unavailable,
            QStringLiteral("All sessions that \"%1\" may have are in use (maxSessions %2). Try again later, or allow "
                           "more.")
                .arg(name)
                .arg(enclaveOf(waited.key) ? enclaveOf(waited.key)->maxSessions : 0)};
    if (!waited.lastError.detail.isEmpty())
        return waited.lastError;
    return {Error::Code::Timeout, QStringLiteral("\"%1\" is still starting. Try again in a moment.").arg(name)};
}

void SessionPool::failAll(SessionSlot &failing, const Error &reason)
{
    failing.deadline.stop();
    failing.waitsForRoom = false;
    const std::vector<WaitingList::Waiter> waiters = failing.waiting.takeAll();
    forgetIfDone(failing.key);
    for (const WaitingList::Waiter &waiter : waiters)
        waiter.answer(reason);
}

void SessionPool::watchDeadline(SessionSlot &waited)
{
    const QDeadlineTimer next = waited.waiting.nextDeadline();
    if (next.isForever())
        waited.deadline.stop();
    else
        waited.deadline.start(std::chrono::milliseconds(next.remainingTime()));
}

void SessionPool::tellFacts()
{
    if (!m_tell.isActive())
        m_tell.start();
}

} // namespace pasarela
