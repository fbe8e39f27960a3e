// SPDX-License-Identifier: MIT
#pragma once

#include "gateway/base/result.h"
#include "gateway/config/gatewayconfig.h"
#include "gateway/mcp/transport.h"

#include <memory>

namespace pasarela {

/// Everything a transport needs that is not in the configuration.
struct LaunchContext {
    EnclaveId enclave;
    AccountId account;
    QString scope;
    QString workingDirectory; ///< The enclave's private folder.
    Environment credentials; ///< Variables with secrets of this account; empty until accounts have some.
};

/// Enclave → Transport, not yet started (seam for tests).
class TransportFactory {
public:
    virtual ~TransportFactory() = default;
    /// An error says what a person can do; SessionPool knows by its code whether trying again can mend it.
    virtual Result<std::unique_ptr<mcp::Transport>> make(const EnclaveConfig &enclave,
                                                         const LaunchContext &context) = 0;

    /// False while something that closed transports have left is still being ended (a program's own children).
    virtual bool isQuiet() const { return true; }
};

} // namespace pasarela
