// SPDX-License-Identifier: MIT
#pragma once

#include "gateway/base/result.h"
#include "gateway/base/secret.h"
#include "gateway/control/snapshot.h"

#include <QByteArray>

#include <chrono>
#include <functional>

namespace pasarela {

/// What the control server asks of the gateway (seam, implemented by gateway.cpp). Each `done` is called exactly once,
/// never before the method returned; raw JSON both ways.
class ControlHandler {
public:
    virtual ~ControlHandler() = default;

    using Json = QByteArray;
    using Done = std::function<void(Result<Json>)>;

    virtual Snapshot snapshot() const = 0;
    /// `reason`: user, restart, upgrade.
    virtual void shutdown(const QString &reason) = 0;
    /// Reads the configuration again; gives the hash now in use.
    virtual Result<QByteArray> reload() = 0;
    virtual void listTools(const QString &client, Done done) = 0;
    /// `arguments`: a JSON object; `timeout` begins once the session stands. The result is MCP's CallToolResult as it
    /// came.
    virtual void callTool(const QString &client, const QString &account, const QString &tool, const Json &arguments,
                          std::chrono::seconds timeout, Done done) = 0;
    virtual Result<void> restartEnclave(const QString &name) = 0;
    /// All accounts and which of their fields are stored; never a secret.
    virtual Json accounts() const = 0;
    /// `field` empty: the account's only one. Answers {field, sameAs: accounts with the same secret}.
    virtual void setCredential(const QString &enclave, const QString &account, const QString &field, Secret value,
                               Done done) = 0;
    /// All of one account.
    virtual void removeCredentials(const QString &enclave, const QString &account, Done done) = 0;
    /// Starts an enclave outside pool and catalogue, lists its tools, ends its whole process tree (decisions.md,
    /// *Seams*), all within `timeout`. `definition`: as in pasarela.json; `secrets`: field → value, possibly empty.
    virtual void tryEnclave(const Json &definition, const Json &secrets, std::chrono::seconds timeout, Done done) = 0;
};

} // namespace pasarela
