// SPDX-License-Identifier: MIT
// How sessions leave the pool: idle, to make room, by a change of the configuration, at the end.
#include "gateway/session/sessionpool.h"

#include "gateway/base/logging.h"

#include <QPointer>

#include <algorithm>

namespace pasarela {

namespace {

using State = UpstreamSession::State;

Error idleTooLong()
{
    return {Error::Code::Closed, QStringLiteral("The session was idle and was closed.")};
}

} // namespace

/// Takes the session out of its slot; it stays until its program is gone.
void SessionPool::leave(SessionSlot &left, How how, std::chrono::milliseconds within, const Error &reason)
{
    left.idle.stop();
    if (!left.session)
        return;
    const SessionKey key = left.key;
    const bool wasReady = left.wasReady;
    UpstreamSession *const session = left.session.get();
    left.wasReady = false;
    left.since = QDateTime::currentDateTimeUtc();
    m_leaving.push_back({key, std::move(left.session)});
    tellFacts();
    const QPointer<SessionPool> alive(this);
    if (wasReady)
        Q_EMIT sessionClosed(key);
    if (!alive)
        return;
    if (how == How::Drain)
        session->drain(within);
    else
        session->close(reason);
}

void SessionPool::onGone(UpstreamSession *session)
{
    const auto found = std::find_if(m_leaving.begin(), m_leaving.end(),
                                    [session](const Leaving &leaving) { return leaving.session.get() == session; });
    if (found == m_leaving.end())
        return;
    const EnclaveId enclave = found->key.enclave;
    found->session.release()->deleteLater();
    m_leaving.erase(found);
    advanceWaitingForRoom(enclave);
}

/// True where the enclave may have one more session now; else the slot waits until one is gone or idle.
bool SessionPool::makeRoom(SessionSlot &wanting)
{
    const EnclaveId enclave = wanting.key.enclave;
    const int most = std::max(1, enclaveOf(wanting.key)->maxSessions);
    int ending = 0;
    for (const Leaving &leaving : m_leaving)
        ending += leaving.key.enclave == enclave && leaving.session->state() == State::Closed ? 1 : 0;
    int running = 0;
    SessionSlot *longestIdle = nullptr;
    for (const auto &[key, other] : m_slots) {
        if (key.enclave != enclave || !other->session)
            continue;
        ++running;
        if (other->isIdle() && (!longestIdle || other->useOrder < longestIdle->useOrder))
            longestIdle = other.get();
    }
    wanting.waitsForRoom = running + ending >= most;
    if (wanting.waitsForRoom && ending == 0 && longestIdle) {
        const SessionKey key = longestIdle->key;
        leave(*longestIdle, How::Close, {}, idleTooLong());
        forgetIfDone(key);
    }
    return !wanting.waitsForRoom;
}

void SessionPool::advanceWaitingForRoom(const EnclaveId &enclave)
{
    for (const auto &entry : m_slots) {
        if (entry.first.enclave == enclave && entry.second->waitsForRoom)
            advanceSoon(entry.first);
    }
}

void SessionPool::used(SessionSlot &inUse)
{
    inUse.useOrder = ++m_uses;
    inUse.sinceUse.start();
}

void SessionPool::onIdle(const SessionKey &key)
{
    SessionSlot *found = slot(key);
    if (!found || !found->isIdle())
        return;
    used(*found);
    watchIdle(*found);
    advanceWaitingForRoom(key.enclave);
}

void SessionPool::watchIdle(SessionSlot &watched)
{
    const EnclaveConfig *enclave = enclaveOf(watched.key);
    const int minutes = enclave ? enclave->idleMinutes.value_or(m_config.idleMinutes) : 0;
    if (minutes <= 0 || !watched.isReady()) {
        watched.idle.stop();
        return;
    }
    const auto left = minutes * m_times.idleMinute - std::chrono::milliseconds(watched.sinceUse.elapsed());
    watched.idle.start(std::max(left, std::chrono::milliseconds(0)));
}

void SessionPool::closeIfIdle(const SessionKey &key)
{
    SessionSlot *found = slot(key);
    const EnclaveConfig *enclave = enclaveOf(key);
    if (!found || !enclave || !found->isIdle())
        return; // idle() of its last call starts the wait anew
    const int minutes = enclave->idleMinutes.value_or(m_config.idleMinutes);
    if (std::chrono::milliseconds(found->sinceUse.elapsed()) < minutes * m_times.idleMinute)
        return watchIdle(*found);
    qCInfo(lcSession, "\"%ls\" was idle for %d minutes and is closed", qUtf16Printable(logName(key)), minutes);
    leave(*found, How::Close, {}, idleTooLong());
    forgetIfDone(key);
}

void SessionPool::setConfig(const GatewayConfig &config, const ConfigDelta &delta)
{
    m_config = config;
    const QPointer<SessionPool> alive(this);
    for (const EnclaveDelta &change : delta.enclaves) {
        if (alive)
            apply(change);
    }
    for (const auto &entry : alive ? facts() : std::vector<SessionFacts>()) {
        SessionSlot *found = slot(entry.key);
        if (!found)
            continue;
        if (!accountExists(entry.key)) {
            found->forgetFailures();
            leave(*found, How::Close, {},
                  {Error::Code::Cancelled,
                   QStringLiteral("The account \"%1\" was removed.").arg(entry.key.account.text())});
        }
        if (alive && slot(entry.key))
            watchIdle(*slot(entry.key));
        advanceSoon(entry.key);
    }
}

void SessionPool::apply(const EnclaveDelta &delta)
{
    if (delta.change == EnclaveChange::Touched)
        return;
    const bool stops = delta.change == EnclaveChange::Stopped;
    const QPointer<SessionPool> alive(this);
    for (const SessionKey &key : keysOf(delta.enclave)) {
        SessionSlot *found = alive ? slot(key) : nullptr;
        if (!found)
            continue;
        found->forgetFailures();
        leave(*found, How::Drain, stops ? m_times.stopDrain : m_times.relaunchDrain, {});
    }
}

void SessionPool::restart(const EnclaveId &enclave)
{
    const QPointer<SessionPool> alive(this);
    for (const SessionKey &key : keysOf(enclave)) {
        SessionSlot *found = alive ? slot(key) : nullptr;
        if (!found)
            continue;
        found->forgetFailures();
        leave(*found, How::Close, {},
              {Error::Code::Cancelled, QStringLiteral("\"%1\" was restarted.").arg(enclave.text())});
        if (alive)
            advanceSoon(key);
    }
}

void SessionPool::credentialChanged(const EnclaveId &enclave, const AccountId &account, CredentialChange change)
{
    const bool removed = change == CredentialChange::Removed;
    const Error reason{Error::Code::Cancelled,
                       QStringLiteral("The key of the account \"%1\" of \"%2\" was removed, so the call was ended.")
                           .arg(account.text(), enclave.text())};
    const QPointer<SessionPool> alive(this);
    for (const SessionKey &key : keysOf(enclave)) {
        SessionSlot *found = alive && key.account == account ? slot(key) : nullptr;
        if (!found)
            continue;
        found->forgetFailures();
        leave(*found, removed ? How::Close : How::Drain, m_times.stopDrain, reason);
        if (!alive)
            return;
        advanceSoon(key);
        tellFacts();
    }
    // Those that drain already have what was removed, too.
    for (size_t i = 0; removed && alive && i < m_leaving.size(); ++i) {
        if (m_leaving[i].key.enclave == enclave && m_leaving[i].key.account == account)
            m_leaving[i].session->close(reason);
    }
}

void SessionPool::close(const SessionKey &key)
{
    SessionSlot *found = slot(key);
    if (!found)
        return;
    found->forgetFailures();
    const QPointer<SessionPool> alive(this);
    leave(*found, How::Close, {}, {Error::Code::Cancelled, QStringLiteral("The session is not needed any more.")});
    if (!alive)
        return;
    forgetIfDone(key);
    advanceSoon(key); // somebody may wait for it all the same
}

void SessionPool::closeAll(std::chrono::milliseconds within, std::function<void()> done)
{
    m_closing = true;
    m_closed.push_back(std::move(done));
    m_closingDeadline = QDeadlineTimer(within);
    m_closingLook.start();
    const QPointer<SessionPool> alive(this);
    for (const SessionFacts &entry : facts()) {
        SessionSlot *found = alive ? slot(entry.key) : nullptr;
        if (!found)
            continue;
        found->forgetFailures();
        leave(*found, How::Close, {}, {Error::Code::Closed, QStringLiteral("Pasarela is stopping.")});
        if (alive)
            advanceSoon(entry.key);
    }
    for (size_t i = 0; alive && i < m_leaving.size(); ++i)
        m_leaving[i].session->close({Error::Code::Closed, QStringLiteral("Pasarela is stopping.")});
}

void SessionPool::finishClosing()
{
    const bool ended = m_leaving.empty() && m_factory.isQuiet();
    if (!ended && !m_closingDeadline.hasExpired())
        return;
    m_closingLook.stop();
    m_leaving.clear();
    const auto closed = std::exchange(m_closed, {});
    for (const auto &done : closed)
        done();
}

} // namespace pasarela
