// SPDX-License-Identifier: MIT
#pragma once

#include "gateway/config/gatewayconfig.h"

namespace pasarela {

// Which secrets an account of an enclave has, and what its program gets of them (sessions.md 2).

/// The variable that gets an account's secret everywhere.
inline constexpr char credentialVariable[] = "MCP_UPSTREAM_CREDENTIAL";

/// The fields that every account of the enclave needs, in order: those in `credentialEnv`, else "token".
QStringList credentialFields(const EnclaveConfig &enclave);
/// The one that is meant where none is named: the only one, or "token" among several; empty: it must be named.
QString mainCredentialField(const EnclaveConfig &enclave);
/// Variable → field: credentialVariable for the main field, and `credentialEnv`.
QMap<QString, QString> credentialVariables(const EnclaveConfig &enclave);

} // namespace pasarela
