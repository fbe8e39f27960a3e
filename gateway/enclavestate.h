// SPDX-License-Identifier: MIT
#pragma once

#include "gateway/control/snapshot.h"
#include "gateway/session/sessionpool.h"

#include <vector>

namespace pasarela {

/// The state of an enclave out of what is known of its sessions (decisions.md, *Enclave state from several sessions*):
/// Disabled > all failing alike > some failing (Degraded) > any ready > starting > idle. Pure.
enum class Others {
    None, ///< Nothing is known to work but what the sessions show.
    Work, ///< There are accounts with all they need that have no session now.
};
EnclaveState enclaveStateOf(bool enabled, const std::vector<SessionFacts> &sessions, Others others = Others::None);

/// An account that lacks a key, as a session that could not be started.
SessionFacts lackingKey(const EnclaveId &enclave, const AccountId &account, const Error &reason);

/// The session whose error is shown for its enclave: the one that failed last; null where none did.
const SessionFacts *failingSession(const std::vector<SessionFacts> &sessions);

} // namespace pasarela
