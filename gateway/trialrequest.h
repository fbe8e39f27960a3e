// SPDX-License-Identifier: MIT
#pragma once

#include "gateway/base/ids.h"
#include "gateway/base/result.h"
#include "gateway/catalog/serverlists.h"
#include "gateway/config/gatewayconfig.h"

#include <QByteArray>

namespace pasarela {

/// What `enclave.trial` is asked for: `{"name": NAME, "enclave": {… as in pasarela.json …}}`.
struct TrialRequest {
    EnclaveId name;
    EnclaveConfig enclave;
};
Result<TrialRequest> parseTrialRequest(const QByteArray &definition);

/// What it answers: `{"tools": [NAME…], "prompts": N, "resources": N}`.
QByteArray trialAnswer(const ServerLists &lists);

} // namespace pasarela
