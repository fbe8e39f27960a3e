// SPDX-License-Identifier: MIT
#pragma once

#include "gateway/base/ids.h"
#include "gateway/base/result.h"
#include "gateway/catalog/serverlists.h"
#include "gateway/config/gatewayconfig.h"

#include <QByteArray>

namespace pasarela {

/// What `enclave.trial` is asked for: `{"name": NAME, "enclave": {… as in pasarela.json …}}`. Unsupported where secrets
/// come along: a trial without them would say of a good service that it does not work.
struct TrialRequest {
    EnclaveId name;
    EnclaveConfig enclave;
};
Result<TrialRequest> parseTrialRequest(const QByteArray &definition, const QByteArray &secrets);

/// What it answers: `{"tools": [NAME…], "prompts": N, "resources": N}`.
QByteArray trialAnswer(const ServerLists &lists);

} // namespace pasarela
