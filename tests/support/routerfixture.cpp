// SPDX-License-Identifier: MIT
#include "tests/support/routerfixture.h"

#include <QTest>

namespace pasarela::test {

namespace method = mcp::method;

QByteArray callOf(const QByteArray &tool, const QByteArray &rest)
{
    return R"({"name":")" + tool + "\",\"arguments\":{\"x\":1.0}" + rest + '}';
}

RouterFixture::RouterFixture(const ClientSession::Limits &limits)
    : home(std::make_unique<TestHome>())
    , servers(std::make_unique<ScriptedServers>())
    , pool(std::make_unique<SessionPool>(*servers, "epoch"))
    , catalog(std::make_unique<ToolCatalog>(CatalogueCache(home->file(QStringLiteral("catalogue")))))
    , router(std::make_unique<Router>(*pool, *catalog, "epoch", limits))
{
    pool->setWorkRoot(home->file(QStringLiteral("work")));
}

RouterFixture::~RouterFixture()
{
    router.reset();
    pool.reset();
    catalog.reset();
    servers.reset();
}

void RouterFixture::addEnclave(const QString &name, const QByteArray &toolsList)
{
    Script &script = servers->scripts[name];
    script.results.insert(method::toolsList, toolsList);
    script.results.insert(method::promptsList, R"({"prompts":[{"name":"greet"}]})");
    script.results.insert(method::resourcesList,
                          R"({"resources":[{"uri":"demo://)" + name.toUtf8() + R"(","name":"r"}]})");
    script.results.insert(method::resourcesTemplatesList,
                          R"({"resourceTemplates":[{"uriTemplate":")" + name.toUtf8() + R"(://{id}","name":"t"}]})");
    script.results.insert(method::toolsCall, R"({"content":[{"type":"text","text":")" + name.toUtf8() + "\"}]}");
    script.results.insert(method::loggingSetLevel, "{}");
    script.results.insert(method::resourcesSubscribe, "{}");
    script.results.insert(method::resourcesUnsubscribe, "{}");
    EnclaveConfig added;
    added.launch = StdioLaunch{name, {}};
    config.enclaves.insert(EnclaveId(name), added);
    applyConfig();
}

void RouterFixture::applyConfig()
{
    const ConfigDelta delta = configDiff(router->policy().config(), config);
    pool->setConfig(config, delta);
    for (auto it = config.enclaves.cbegin(); it != config.enclaves.cend(); ++it)
        catalog->setLaunch({it.key(), {}}, launchHash(*it));
    router->setPolicy(RoutingPolicy(config));
}

std::unique_ptr<ScriptedClient> RouterFixture::openClient(const QByteArray &capabilities, const QByteArray &revision)
{
    auto client = std::make_unique<ScriptedClient>(*router, QStringLiteral("test"));
    client->open(capabilities, revision);
    return client;
}

std::unique_ptr<ScriptedClient> RouterFixture::listedClient(const QByteArray &capabilities, const QByteArray &revision)
{
    auto client = openClient(capabilities, revision);
    const QByteArray list = client->request(method::toolsList);
    [&] { QTRY_VERIFY(client->answerTo(list)); }();
    return client;
}

std::unique_ptr<ScriptedClient> RouterFixture::busyClient(const QByteArray &capabilities, const QByteArray &revision)
{
    auto client = listedClient(capabilities, revision);
    holdCalls();
    client->request(method::toolsCall, callOf("one__echo"));
    [&] { QTRY_COMPARE(server()->count(method::toolsCall), 1); }();
    return client;
}

void RouterFixture::holdCalls()
{
    server()->onRequest = [](const mcp::Message &request) { return request.method() == method::toolsCall; };
}

} // namespace pasarela::test
