// SPDX-License-Identifier: MIT
#pragma once

#include "gateway/base/result.h"
#include "gateway/config/gatewayconfig.h"
#include "gateway/mcp/transport.h"

#include <functional>
#include <memory>

namespace pasarela {

/// Everything a transport needs that is not in the configuration.
struct LaunchContext {
    EnclaveId enclave;
    AccountId account;
    QString scope;
    QString workingDirectory; ///< The enclave's private folder.
    /// Gets the variables with this account's secrets, when its program is about to be started: `done` as with
    /// CredentialStore. Null: there are none.
    using FetchVariables = std::function<void(QObject *context, std::function<void(Result<Environment>)> done)>;
    FetchVariables credentials;
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
