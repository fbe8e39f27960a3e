// SPDX-License-Identifier: MIT
#pragma once

#include "gateway/config/configdiff.h"
#include "gateway/mcp/methods.h"
#include "gateway/router/router.h"
#include "tests/support/scriptedclient.h"
#include "tests/support/scriptedserver.h"
#include "tests/support/testhome.h"

#include <memory>

namespace pasarela::test {

/// Params of tools/call; `rest`: more members, with their comma.
QByteArray callOf(const QByteArray &tool, const QByteArray &rest = {});

/// The router between scripted clients and scripted servers, with the real pool, sessions and catalogue.
class RouterFixture {
public:
    explicit RouterFixture(const ClientSession::Limits &limits = {});
    ~RouterFixture();

    /// A server with one tool `echo`, a prompt, a resource and a template, and its enclave of the same name.
    void addEnclave(const QString &name, const QByteArray &toolsList = echoTool);
    EnclaveConfig &enclave(const QString &name) { return config.enclaves[EnclaveId(name)]; }
    /// Makes `config` what the router works by.
    void applyConfig();
    std::unique_ptr<ScriptedClient> openClient(const QByteArray &capabilities = "{}",
                                               const QByteArray &revision = "2025-11-25");
    /// A client that knows the list of tools, so that every server runs.
    std::unique_ptr<ScriptedClient> listedClient(const QByteArray &capabilities = "{}",
                                                 const QByteArray &revision = "2025-11-25");
    /// A listed client with one call at the server "one", which answers no calls from now on.
    std::unique_ptr<ScriptedClient> busyClient(const QByteArray &capabilities = "{}",
                                               const QByteArray &revision = "2025-11-25");
    /// The server "one" answers no calls from now on; they stand in its received().
    void holdCalls();
    ScriptedServer *server(const QString &name = QStringLiteral("one")) { return servers->newest(name); }

    static inline const QByteArray echoTool = R"({"tools":[{"name":"echo","inputSchema":{"type":"object"}}]})";

    std::unique_ptr<TestHome> home;
    std::unique_ptr<ScriptedServers> servers;
    std::unique_ptr<SessionPool> pool;
    std::unique_ptr<ToolCatalog> catalog;
    std::unique_ptr<Router> router;
    GatewayConfig config;
};

} // namespace pasarela::test
