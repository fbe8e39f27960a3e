// SPDX-License-Identifier: MIT
#pragma once

#include "gateway/control/snapshot.h"
#include "gateway/session/sessionpool.h"

#include <vector>

namespace pasarela {

/// The state of an enclave out of what is known of its sessions (decisions.md, *Enclave state from several sessions*):
/// Disabled > all failing alike > some failing (Degraded) > any ready > starting > idle. Pure.
EnclaveState enclaveStateOf(bool enabled, const std::vector<SessionFacts> &sessions);

/// The session whose error is shown for its enclave: the one that failed last; null where none did.
const SessionFacts *failingSession(const std::vector<SessionFacts> &sessions);

} // namespace pasarela
