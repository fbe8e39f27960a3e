// SPDX-License-Identifier: MIT
#pragma once

#include "gateway/base/result.h"
#include "gateway/config/gatewayconfig.h"

#include <QStringList>

namespace pasarela {

/// What `enclave add` was told.
struct EnclaveArguments {
    EnclaveId name;
    EnclaveConfig enclave;
    bool help = false; ///< Only this was asked for.
};

/// `NAME (--stdio -- CMD ARG… | --http URL | --sse URL | --grpc HOST:PORT | --mesh HOST:PORT/ENCLAVE) [--env K=V]… …`
/// Pure. InvalidInput where the command line itself is wrong; names and addresses are checked when they are written.
Result<EnclaveArguments> parseEnclaveArguments(const QStringList &args);

/// Its help.
QString enclaveAddUsage();

} // namespace pasarela
