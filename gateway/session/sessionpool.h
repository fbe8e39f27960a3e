// SPDX-License-Identifier: MIT
#pragma once

#include "gateway/base/backoff.h"
#include "gateway/base/result.h"
#include "gateway/config/configdiff.h"
#include "gateway/config/gatewayconfig.h"
#include "gateway/session/sessionkey.h"
#include "gateway/upstream/transportfactory.h"
#include "gateway/upstream/upstreamsession.h"

#include <QDateTime>
#include <QDeadlineTimer>
#include <QObject>

#include <functional>
#include <memory>
#include <vector>

namespace pasarela {

/// What is known of one session, for the snapshot.
struct SessionFacts {
    SessionKey key;
    UpstreamSession::State state = UpstreamSession::State::Connecting;
    qint64 processId = 0;
    int inFlight = 0;
    quint64 calls = 0;
    QDateTime since;
    QDateTime retryAt;        ///< Valid while waiting to try again.
    Error lastError;          ///< Of the last failed start; detail ends with what the program said last.
    bool failed = false;
};

/// One UpstreamSession per key: made on first use, shared, closed when idle, never remembered as failed: a start that fails
/// is tried again with back-off while somebody waits (sessions.md 1, 4, 5, 7).
class SessionPool : public QObject {
    Q_OBJECT

public:
    SessionPool(TransportFactory &factory, QByteArray idPrefix, QObject *parent = nullptr);
    ~SessionPool() override;

    void setConfig(const GatewayConfig &config, const ConfigDelta &delta);
    /// Working folder of an enclave's children.
    void setWorkRoot(const QString &folder) { m_workRoot = folder; }

    /// A ready session for the key, started if need be. `done` is called once, never before this returns, not at all once
    /// `context` died. A deadline that passes gives Timeout or the last start's error, with the program's last words.
    using Acquired = std::function<void(Result<UpstreamSession *>)>;
    void acquire(const SessionKey &key, QDeadlineTimer deadline, QObject *context, Acquired done);
    /// The session where it is ready now, else null; starts nothing.
    UpstreamSession *ready(const SessionKey &key) const;

    std::vector<SessionFacts> facts() const;
    /// Closes what runs of this enclave (`enclave restart`); the next call starts it anew.
    void restart(const EnclaveId &enclave);
    /// Counts a call for `calls` and keeps the session from being idle.
    void touch(const SessionKey &key);

    /// Ends everything in good order; `done` when the last process is gone, at most `within` later.
    void closeAll(std::chrono::milliseconds within, std::function<void()> done);

Q_SIGNALS:
    /// A session became ready: its lists can be asked for.
    void sessionReady(const pasarela::SessionKey &key, pasarela::UpstreamSession *session);
    void sessionClosed(const pasarela::SessionKey &key);
    void factsChanged();

private:
    struct Slot;
    TransportFactory &m_factory;
    QString m_workRoot;
};

} // namespace pasarela
