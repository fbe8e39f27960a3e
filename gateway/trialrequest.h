// SPDX-License-Identifier: MIT
#pragma once

#include "gateway/base/ids.h"
#include "gateway/base/result.h"
#include "gateway/base/secretmask.h"
#include "gateway/catalog/serverlists.h"
#include "gateway/config/gatewayconfig.h"

#include <QByteArray>

namespace pasarela {

/// What `enclave.trial` is asked for: `{"name": NAME, "enclave": {… as in pasarela.json …}}` and the secrets of the
/// account it is tried with, `{FIELD: VALUE}`; they reach its program as an account's do (config/credentialfields.h)
/// and are hidden by `mask` from then on.
struct TrialRequest {
    EnclaveId name;
    EnclaveConfig enclave;
    Environment credentials;
};
Result<TrialRequest> parseTrialRequest(const QByteArray &definition, const QByteArray &secrets, SecretMask &mask);

/// What it answers: `{"tools": [NAME…], "prompts": N, "resources": N}`.
QByteArray trialAnswer(const ServerLists &lists);

} // namespace pasarela
