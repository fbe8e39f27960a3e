// SPDX-License-Identifier: MIT
#pragma once

#include "gateway/base/result.h"
#include "gateway/config/configdiff.h"
#include "gateway/config/gatewayconfig.h"
#include "gateway/session/accountcredentials.h"
#include "gateway/session/sessionkey.h"
#include "gateway/session/sessionslot.h"
#include "gateway/upstream/transportfactory.h"
#include "gateway/upstream/upstreamsession.h"

#include <QDeadlineTimer>
#include <QObject>
#include <QTimer>

#include <chrono>
#include <functional>
#include <map>
#include <memory>
#include <vector>

namespace pasarela {

/// One UpstreamSession per key: made on first use, shared, closed when idle, never remembered as failed: a start that
/// fails is tried again with back-off while somebody waits (sessions.md 1, 4, 5, 7).
///
///   (none) ──acquire──▶ Starting ──▶ Ready ──idle, delta, restart──▶ leaving: drained, closed, program gone
///      ▲                   │           └── unexpected end ──▶ (none), until it is needed again
///      └── retryAt ◀── failed
class SessionPool : public QObject {
    Q_OBJECT

public:
    /// Intervals, so that tests need not wait.
    struct Times {
        std::chrono::milliseconds idleMinute{60000}; ///< What a minute of `idleMinutes` is.
        std::chrono::milliseconds relaunchDrain{30000};
        std::chrono::milliseconds stopDrain{5000};
        /// A session that ended by itself earlier counts as a failed start for the back-off.
        std::chrono::milliseconds goodRun{10000};
        double retryScale = 1.0; ///< Of the delays of base/backoff.h.
        KeepAlive::Times ping{};
    };

    SessionPool(TransportFactory &factory, QByteArray idPrefix, QObject *parent = nullptr);
    SessionPool(TransportFactory &factory, QByteArray idPrefix, Times times, QObject *parent = nullptr);
    ~SessionPool() override;

    /// The configuration from now on; `delta` says whose sessions drain (decisions.md, *Hot reload*).
    void setConfig(const GatewayConfig &config, const ConfigDelta &delta);
    /// Working folder of an enclave's children: a folder of each enclave's name in it.
    void setWorkRoot(const QString &folder) { m_workRoot = folder; }

    /// Where accounts' programs get their secrets; without, they get none. Outlives the pool.
    void setCredentials(const AccountCredentials &credentials) { m_credentials = &credentials; }

    /// A ready session for the key, started if need be. `done` is called once, never before this returns, not at all
    /// once `context` died. A deadline that passes gives the last start's error, with the program's last words, else
    /// Timeout, or Unavailable where all sessions that the enclave may have are in use. An error that no retry can mend
    /// (no such program, wrong configuration) is given at once.
    using Acquired = std::function<void(Result<UpstreamSession *>)>;
    void acquire(const SessionKey &key, QDeadlineTimer deadline, QObject *context, Acquired done);
    /// The session where it is ready now, else null; starts nothing.
    UpstreamSession *ready(const SessionKey &key) const;

    /// Of every session that runs, is waited for or could not be started, by key.
    std::vector<SessionFacts> facts() const;
    /// Closes what runs of this enclave (`enclave restart`); the next call starts it anew, without waiting.
    void restart(const EnclaveId &enclave);
    /// Closes the session of a key that will not be used any more.
    void close(const SessionKey &key);
    /// What an account's programs were started with is no longer so: new calls start them anew. Where it was replaced,
    /// calls in flight may finish for as long as with a service that is switched off; where it was removed they end at
    /// once.
    enum class CredentialChange { Replaced, Removed };
    void credentialChanged(const EnclaveId &enclave, const AccountId &account, CredentialChange change);
    /// Counts a call for `calls` and keeps the session from being idle.
    void touch(const SessionKey &key);

    /// Ends everything in good order; `done` when the last process is gone, at most `within` later.
    void closeAll(std::chrono::milliseconds within, std::function<void()> done);

Q_SIGNALS:
    /// A session became ready: its lists can be asked for. Comes before anybody gets the session.
    void sessionReady(const pasarela::SessionKey &key, pasarela::UpstreamSession *session);
    /// A session that was ready takes no calls any more; those in flight may still be answered.
    void sessionClosed(const pasarela::SessionKey &key);
    /// States changed, once for all changes of a turn of the event loop.
    void factsChanged();

private:
    struct Leaving {
        SessionKey key;
        std::unique_ptr<UpstreamSession> session;
    };
    using Slots = std::map<SessionKey, std::unique_ptr<SessionSlot>>;

    const EnclaveConfig *enclaveOf(const SessionKey &key) const;
    bool accountExists(const SessionKey &key) const;
    SessionSlot *slot(const SessionKey &key) const;
    SessionSlot &makeSlot(const SessionKey &key);
    std::vector<SessionKey> keysOf(const EnclaveId &enclave) const;
    void forgetIfDone(const SessionKey &key);

    void advanceSoon(const SessionKey &key);
    void advance(const SessionKey &key);
    void handOut(const SessionKey &key);
    void start(SessionSlot &slot);
    bool makeRoom(SessionSlot &slot);
    void onStateChanged(const SessionKey &key, UpstreamSession *session, UpstreamSession::State state);
    void onReady(SessionSlot &slot);
    void onEnded(SessionSlot &slot, const Error &reason);
    void startFailed(SessionSlot &slot, const Error &reason);
    void retryLater(SessionSlot &slot);
    void onDeadline(const SessionKey &key);
    Error whyNotYet(const SessionSlot &slot) const;
    void failAll(SessionSlot &slot, const Error &reason);
    void watchDeadline(SessionSlot &slot);

    void used(SessionSlot &slot);
    void onIdle(const SessionKey &key);
    void watchIdle(SessionSlot &slot);
    void closeIfIdle(const SessionKey &key);
    void advanceWaitingForRoom(const EnclaveId &enclave);

    Error masked(Error error) const;

    enum class How { Drain, Close };
    void leave(SessionSlot &slot, How how, std::chrono::milliseconds within, const Error &reason);
    void apply(const EnclaveDelta &delta);
    void onGone(UpstreamSession *session);
    void finishClosing();
    void tellFacts();

    TransportFactory &m_factory;
    QByteArray m_idPrefix;
    Times m_times;
    const AccountCredentials *m_credentials = nullptr;
    QString m_workRoot;
    GatewayConfig m_config;
    Slots m_slots;
    std::vector<Leaving> m_leaving;
    quint64 m_uses = 0;
    QTimer m_tell;
    bool m_closing = false;
    QTimer m_closingLook;
    QDeadlineTimer m_closingDeadline;
    std::vector<std::function<void()>> m_closed;
};

} // namespace pasarela
