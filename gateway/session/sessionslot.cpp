// SPDX-License-Identifier: MIT
#include "gateway/session/sessionslot.h"

namespace pasarela {

SessionSlot::SessionSlot(SessionKey itsKey)
    : key(std::move(itsKey))
    , since(QDateTime::currentDateTimeUtc())
{
    retry.setSingleShot(true);
    deadline.setSingleShot(true);
    idle.setSingleShot(true);
    sinceUse.start();
}

bool SessionSlot::isIdle() const
{
    return isReady() && session->callsInFlight() == 0 && session->subscriptions() == 0 && waiting.isEmpty();
}

bool SessionSlot::isForgettable() const
{
    // Keys with a scope come and go with clients and projects: a failure is only kept while somebody waits.
    return !session && waiting.isEmpty() && (lastError.detail.isEmpty() || !key.scope.isEmpty()) && !retry.isActive();
}

void SessionSlot::forgetFailures()
{
    backoff.reset();
    retry.stop();
    retryAt = {};
    lastError = {};
    failed = false;
}

SessionFacts SessionSlot::facts() const
{
    SessionFacts facts;
    facts.key = key;
    facts.calls = calls;
    facts.since = since;
    facts.retryAt = retryAt;
    facts.lastError = lastError;
    facts.failed = failed;
    if (session) {
        facts.state = session->state();
        facts.processId = session->processId();
        facts.inFlight = session->callsInFlight();
    } else if (failed || waiting.isEmpty()) {
        facts.state = UpstreamSession::State::Closed;
    }
    return facts;
}

} // namespace pasarela
