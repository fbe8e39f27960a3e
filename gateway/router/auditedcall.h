// SPDX-License-Identifier: MIT
#pragma once

#include "gateway/audit/auditevent.h"
#include "gateway/mcp/message.h"
#include "gateway/session/sessionkey.h"

#include <chrono>
#include <functional>

namespace pasarela {

class ClientSession;

/// What the audit will say of one tool call: filled in on the call's way, told once, when its outcome is known.
class AuditedCall {
public:
    using Tell = std::function<void(const AuditEvent &event)>;

    /// `named`: the enclave that the tool's name names; empty: none of ours.
    AuditedCall(const ClientSession &client, const mcp::Message &call, const EnclaveId &named, Tell tell);

    /// Whose tool it is; no enclave: one of the gateway's own.
    void isFor(const EnclaveId &enclave, const QByteArray &tool);
    void goesTo(const SessionKey &key);
    void ended(CallOutcome outcome, qint64 answerBytes);

private:
    AuditEvent m_event;
    std::chrono::steady_clock::time_point m_began;
    Tell m_tell;
};

/// What an answer that a server gave means: a tool that failed says so in its result.
CallOutcome outcomeOf(const mcp::Message &answer);

} // namespace pasarela
