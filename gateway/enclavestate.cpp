// SPDX-License-Identifier: MIT
#include "gateway/enclavestate.h"

#include <algorithm>
#include <optional>

namespace pasarela {

namespace {

std::optional<EnclaveState> failureOf(const SessionFacts &session)
{
    if (!session.failed)
        return std::nullopt;
    if (session.lastError.code == Error::Code::NeedsCredential)
        return EnclaveState::NeedsCredential;
    return session.retryAt.isValid() ? EnclaveState::Waiting : EnclaveState::Failed;
}

bool anyIn(const std::vector<SessionFacts> &sessions, std::initializer_list<UpstreamSession::State> states)
{
    return std::any_of(sessions.begin(), sessions.end(), [states](const SessionFacts &session) {
        return !session.failed && std::find(states.begin(), states.end(), session.state) != states.end();
    });
}

} // namespace

EnclaveState enclaveStateOf(bool enabled, const std::vector<SessionFacts> &sessions, Others others)
{
    using State = UpstreamSession::State;
    if (!enabled)
        return EnclaveState::Disabled;
    const auto failing =
        std::count_if(sessions.begin(), sessions.end(), [](const auto &session) { return session.failed; });
    if (failing > 0) {
        const auto first = failureOf(*failingSession(sessions));
        const bool alike = std::all_of(sessions.begin(), sessions.end(),
                                       [first](const SessionFacts &session) { return failureOf(session) == first; });
        return alike && others == Others::None ? *first : EnclaveState::Degraded;
    }
    if (anyIn(sessions, {State::Ready}))
        return EnclaveState::Ready;
    if (anyIn(sessions, {State::Connecting, State::Initializing}))
        return EnclaveState::Starting;
    return EnclaveState::Idle;
}

SessionFacts lackingKey(const EnclaveId &enclave, const AccountId &account, const Error &reason)
{
    SessionFacts facts;
    facts.key = {enclave, account, {}};
    facts.state = UpstreamSession::State::Closed;
    facts.failed = true;
    facts.lastError = reason;
    return facts;
}

const SessionFacts *failingSession(const std::vector<SessionFacts> &sessions)
{
    const SessionFacts *found = nullptr;
    for (const SessionFacts &session : sessions) {
        if (session.failed && (!found || session.since > found->since))
            found = &session;
    }
    return found;
}

} // namespace pasarela
