// SPDX-License-Identifier: MIT
#pragma once

#include "gateway/base/backoff.h"
#include "gateway/session/sessionkey.h"
#include "gateway/session/waitinglist.h"
#include "gateway/upstream/upstreamsession.h"

#include <QDateTime>
#include <QElapsedTimer>
#include <QTimer>

#include <memory>

namespace pasarela {

/// What is known of one session, for the snapshot.
struct SessionFacts {
    SessionKey key;
    UpstreamSession::State state = UpstreamSession::State::Connecting;
    qint64 processId = 0;
    int inFlight = 0;
    quint64 calls = 0;
    QDateTime since; ///< Of the state.
    QDateTime retryAt; ///< Valid while waiting to try again.
    Error lastError; ///< Of the last failed start or unexpected end; detail ends with what the program said last.
    bool failed = false; ///< The last start failed.
};

/// The place of one key in the pool: its session, if any, who waits for it, and how earlier starts went.
struct SessionSlot {
    explicit SessionSlot(SessionKey itsKey);

    bool isReady() const { return session && session->state() == UpstreamSession::State::Ready; }
    /// Ready, and nobody would miss it.
    bool isIdle() const;
    /// Nothing that must be remembered.
    bool isForgettable() const;
    void forgetFailures();
    SessionFacts facts() const;

    const SessionKey key;
    std::unique_ptr<UpstreamSession> session; ///< Starting or ready; null: none.
    bool wasReady = false; ///< The session was announced as ready.
    WaitingList waiting;
    bool waitsForRoom = false; ///< The enclave has as many sessions as it may.

    Backoff backoff;
    QDateTime retryAt;
    Error lastError;
    bool failed = false;

    quint64 calls = 0;
    QDateTime since;
    quint64 useOrder = 0; ///< Larger: used later.
    QElapsedTimer sinceUse;
    QElapsedTimer sinceReady;
    QTimer retry;
    QTimer deadline; ///< Of who waits.
    QTimer idle;
};

} // namespace pasarela
