// SPDX-License-Identifier: MIT
#include "gateway/router/router.h"
#include "gateway/config/configdiff.h"
#include "gateway/mcp/methods.h"
#include "tests/support/scriptedclient.h"
#include "tests/support/scriptedserver.h"
#include "tests/support/testhome.h"

#include <QTest>

using namespace pasarela;
using namespace pasarela::test;
namespace method = mcp::method;

namespace {

const QByteArray echoTool = R"({"tools":[{"name":"echo","inputSchema":{"type":"object"}}]})";

QByteArray callOf(const QByteArray &tool, const QByteArray &rest = {})
{
    return R"({"name":")" + tool + "\",\"arguments\":{\"x\":1.0}" + rest + '}';
}

} // namespace

/// The router between scripted clients and scripted servers, with the real pool, sessions and catalogue.
class tst_router : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init();
    void cleanup();

    void answersInitializeWithTheRevisionTheClientAskedFor_data();
    void answersInitializeWithTheRevisionTheClientAskedFor();
    void refusesRequestsBeforeInitialize();
    void refusesASecondInitialize();
    void answersServerDiscoverWithMethodNotFoundAndGoesOn();
    void answersPingWithAnEmptyObject();
    void refusesTwoOpenRequestsWithOneId();
    void keepsIdsOfEveryTypeApart();

    void firstListWaitsForServicesNeverSeen();
    void firstListDoesNotWaitForAServiceThatCannotStart();
    void secondListNeedsNoServer();
    void refusesACursor();

    void callReachesTheServerUnderItsOwnNameWithPayloadUntouched();
    void unknownToolIsInvalidParams();
    void serversErrorsArePassedOnUnchanged();
    void aLostCallIsAToolErrorForTheModel();
    void aServiceThatCannotStartIsAToolErrorThatSaysWhy();
    void twoClientsShareOneServerAndNeverSeeEachOthersAnswers();

    void progressCarriesTheClientsOwnToken_data();
    void progressCarriesTheClientsOwnToken();
    void noTokenNoProgressAskedFor();
    void cancellingReachesTheServerAndLeavesNoAnswer();
    void aClientThatLeavesCancelsItsCalls();

    void promptsAndCompletionReachTheirServer();
    void resourcesReachTheirOwnerByListAndTemplate();
    void unknownResourceIsRefusedWithItsUri();
    void subscriptionsAreCountedAndUpdatesReachOnlySubscribers();
    void subscriptionsAreRenewedAfterAServersDeath();

    void changedListsAreFetchedAndAnnouncedOnce();
    void removingAnEnclaveIsAnnounced();

    void logMessagesAreFilteredByEachClientsLevel();
    void aQuestionReachesTheClientWhoseCallIsInFlight();
    void aQuestionIsRefusedWhereTheClientCannotAnswerIt_data();
    void aQuestionIsRefusedWhereTheClientCannotAnswerIt();
    void aQuestionIsRefusedWhileTwoClientsAreAtWork();
    void exclusiveServicesServeOneCallAtATime();
    void aWithdrawnQuestionIsWithdrawnFromTheClient();
    void rootsOfASharedServerAtItsStartAreEmpty();
    void answerWithAForeignIdIsDropped();

private:
    void addEnclave(const QString &name, const QByteArray &toolsList = echoTool);
    void applyConfig();
    std::unique_ptr<ScriptedClient> openClient(const QByteArray &capabilities = "{}");
    ScriptedServer *server(const QString &name = QStringLiteral("one")) { return m_servers->newest(name); }

    std::unique_ptr<TestHome> m_home;
    std::unique_ptr<ScriptedServers> m_servers;
    std::unique_ptr<SessionPool> m_pool;
    std::unique_ptr<ToolCatalog> m_catalog;
    std::unique_ptr<Router> m_router;
    GatewayConfig m_config;
};

void tst_router::init()
{
    m_home = std::make_unique<TestHome>();
    m_servers = std::make_unique<ScriptedServers>();
    m_pool = std::make_unique<SessionPool>(*m_servers, "epoch");
    m_pool->setWorkRoot(m_home->file(QStringLiteral("work")));
    m_catalog = std::make_unique<ToolCatalog>(CatalogueCache(m_home->file(QStringLiteral("catalogue"))));
    m_router = std::make_unique<Router>(*m_pool, *m_catalog, "epoch");
    m_config = GatewayConfig();
}

void tst_router::cleanup()
{
    m_router.reset();
    m_pool.reset();
    m_catalog.reset();
    m_servers.reset();
}

void tst_router::addEnclave(const QString &name, const QByteArray &toolsList)
{
    Script &script = m_servers->scripts[name];
    script.results.insert(method::toolsList, toolsList);
    script.results.insert(method::promptsList, R"({"prompts":[{"name":"greet"}]})");
    script.results.insert(method::resourcesList, R"({"resources":[{"uri":"demo://)" + name.toUtf8() + R"(","name":"r"}]})");
    script.results.insert(method::resourcesTemplatesList,
                          R"({"resourceTemplates":[{"uriTemplate":")" + name.toUtf8() + R"(://{id}","name":"t"}]})");
    script.results.insert(method::toolsCall, R"({"content":[{"type":"text","text":")" + name.toUtf8() + "\"}]}");
    script.results.insert(method::loggingSetLevel, "{}");
    script.results.insert(method::resourcesSubscribe, "{}");
    script.results.insert(method::resourcesUnsubscribe, "{}");
    EnclaveConfig enclave;
    enclave.launch = StdioLaunch{name, {}};
    m_config.enclaves.insert(EnclaveId(name), enclave);
    applyConfig();
}

void tst_router::applyConfig()
{
    const ConfigDelta delta = configDiff(m_router->policy().config(), m_config);
    m_pool->setConfig(m_config, delta);
    for (auto it = m_config.enclaves.cbegin(); it != m_config.enclaves.cend(); ++it)
        m_catalog->setLaunch({it.key(), {}}, launchHash(*it));
    m_router->setPolicy(RoutingPolicy(m_config));
}

std::unique_ptr<ScriptedClient> tst_router::openClient(const QByteArray &capabilities)
{
    auto client = std::make_unique<ScriptedClient>(*m_router, QStringLiteral("test"));
    client->open(capabilities);
    return client;
}

void tst_router::answersInitializeWithTheRevisionTheClientAskedFor_data()
{
    QTest::addColumn<QByteArray>("asked");
    QTest::addColumn<QByteArray>("answered");
    for (const char *revision : {"2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25"})
        QTest::newRow(revision) << QByteArray(revision) << QByteArray(revision);
    QTest::newRow("modern is not an answer to initialize") << QByteArray("2026-07-28") << QByteArray("2025-11-25");
    QTest::newRow("unknown") << QByteArray("1999-01-01") << QByteArray("2025-11-25");
}

void tst_router::answersInitializeWithTheRevisionTheClientAskedFor()
{
    QFETCH(QByteArray, asked);
    QFETCH(QByteArray, answered);
    ScriptedClient client(*m_router, QStringLiteral("test"));
    client.open("{}", asked);
    QTRY_VERIFY(client.answerTo("1"));
    const auto answer = *client.answerTo("1");
    QCOMPARE(answer.text(mcp::Message::Field::ResultProtocolVersion), answered);
    QVERIFY(answer.resultBody().contains("\"listChanged\":true"));
}

void tst_router::refusesRequestsBeforeInitialize()
{
    ScriptedClient client(*m_router, QStringLiteral("test"));
    const QByteArray id = client.request(method::toolsList);
    QTRY_VERIFY(client.answerTo(id));
    QCOMPARE(client.answerTo(id)->at(mcp::Message::Field::ErrorCode).toByteArray(), QByteArray("-32600"));
}

void tst_router::refusesASecondInitialize()
{
    auto client = openClient();
    const QByteArray id = client->request(method::initialize, R"({"protocolVersion":"2025-11-25"})");
    QTRY_VERIFY(client->answerTo(id));
    QCOMPARE(client->answerTo(id)->kind(), mcp::Message::Kind::Error);
}

void tst_router::answersServerDiscoverWithMethodNotFoundAndGoesOn()
{
    ScriptedClient client(*m_router, QStringLiteral("test"));
    const QByteArray id = client.request(method::serverDiscover, "{}");
    client.open();
    QTRY_VERIFY(client.answerTo("2"));
    QCOMPARE(client.answerTo(id)->at(mcp::Message::Field::ErrorCode).toByteArray(), QByteArray("-32601"));
    QCOMPARE(client.answerTo("2")->kind(), mcp::Message::Kind::Result);
}

void tst_router::answersPingWithAnEmptyObject()
{
    ScriptedClient client(*m_router, QStringLiteral("test"));
    const QByteArray id = client.request(method::ping);
    QTRY_COMPARE(client.resultOf(id), QByteArray("{}"));
}

void tst_router::refusesTwoOpenRequestsWithOneId()
{
    addEnclave(QStringLiteral("one"));
    auto client = openClient();
    client->requestAs("77", method::toolsList);
    client->requestAs("77", method::toolsList);
    QTRY_COMPARE(client->answersTo("77"), 2);
    QCOMPARE(client->answerTo("77")->kind(), mcp::Message::Kind::Error);
}

void tst_router::keepsIdsOfEveryTypeApart()
{
    addEnclave(QStringLiteral("one"));
    auto client = openClient();
    for (const QByteArray &id : {QByteArray("5"), QByteArray("\"5\""), QByteArray("-1"), QByteArray("\"\""),
                                 QByteArray("9007199254740993"), QByteArray("\"a\\u00e9\\n\"")}) {
        client->requestAs(id, method::toolsCall, callOf("one__echo"));
        QTRY_COMPARE(client->answersTo(id), 1);
        QVERIFY(client->resultOf(id).contains("one"));
    }
}

void tst_router::firstListWaitsForServicesNeverSeen()
{
    addEnclave(QStringLiteral("one"));
    addEnclave(QStringLiteral("two"));
    auto client = openClient();
    const QByteArray id = client->request(method::toolsList);
    QTRY_VERIFY(client->answerTo(id));
    QVERIFY(client->resultOf(id).contains("one__echo"));
    QVERIFY(client->resultOf(id).contains("two__echo"));
}

void tst_router::firstListDoesNotWaitForAServiceThatCannotStart()
{
    addEnclave(QStringLiteral("one"));
    m_servers->scripts[QStringLiteral("broken")].startFails = true;
    m_config.enclaves[EnclaveId(QStringLiteral("broken"))].launch = StdioLaunch{QStringLiteral("x"), {}};
    applyConfig();
    auto client = openClient();
    const QByteArray id = client->request(method::toolsList);
    QTRY_VERIFY_WITH_TIMEOUT(client->answerTo(id), 20000);
    QVERIFY(client->resultOf(id).contains("one__echo"));
}

void tst_router::secondListNeedsNoServer()
{
    addEnclave(QStringLiteral("one"));
    auto client = openClient();
    const QByteArray first = client->request(method::toolsList);
    QTRY_VERIFY(client->answerTo(first));
    const int asked = server()->count(method::toolsList);
    const QByteArray second = client->request(method::toolsList);
    QTRY_COMPARE(client->resultOf(second), client->resultOf(first));
    QCOMPARE(server()->count(method::toolsList), asked);
}

void tst_router::refusesACursor()
{
    auto client = openClient();
    const QByteArray id = client->request(method::toolsList, R"({"cursor":"x"})");
    QTRY_VERIFY(client->answerTo(id));
    QCOMPARE(client->answerTo(id)->at(mcp::Message::Field::ErrorCode).toByteArray(), QByteArray("-32602"));
}

void tst_router::callReachesTheServerUnderItsOwnNameWithPayloadUntouched()
{
    addEnclave(QStringLiteral("one"));
    auto client = openClient();
    const QByteArray arguments = R"({"big":12345678901234567890,"n":1.0,"u":"\u00e9\ud83d\ude00","a" : [ ]})";
    const QByteArray id = client->request(method::toolsCall, R"({"arguments":)" + arguments + R"(,"name":"one__echo","future":[1]})");
    QTRY_VERIFY(client->answerTo(id));
    const mcp::Message seen = server()->last(method::toolsCall);
    QCOMPARE(seen.text(mcp::Message::Field::ParamsName), QByteArray("echo"));
    QCOMPARE(seen.at(mcp::Message::Field::ParamsArguments).toByteArray(), arguments);
    QVERIFY(seen.params().contains("\"future\":[1]"));
    QVERIFY(seen.id() != id);
    QCOMPARE(client->resultOf(id), QByteArray(R"({"content":[{"type":"text","text":"one"}]})"));
}

void tst_router::unknownToolIsInvalidParams()
{
    addEnclave(QStringLiteral("one"));
    auto client = openClient();
    for (const QByteArray &name : {QByteArray("one__nothing"), QByteArray("echo"), QByteArray("two__echo"), QByteArray()}) {
        const QByteArray id = client->request(method::toolsCall, callOf(name));
        QTRY_VERIFY(client->answerTo(id));
        QCOMPARE(client->answerTo(id)->at(mcp::Message::Field::ErrorCode).toByteArray(), QByteArray("-32602"));
    }
}

void tst_router::serversErrorsArePassedOnUnchanged()
{
    addEnclave(QStringLiteral("one"));
    auto client = openClient();
    const QByteArray list = client->request(method::toolsList);
    QTRY_VERIFY(client->answerTo(list));
    server()->onRequest = [this](const mcp::Message &request) {
        if (request.method() != method::toolsCall)
            return false;
        server()->refuse(request, -32042, QStringLiteral("go there first"));
        return true;
    };
    const QByteArray id = client->request(method::toolsCall, callOf("one__echo"));
    QTRY_VERIFY(client->answerTo(id));
    QCOMPARE(client->answerTo(id)->errorBody().toByteArray(), QByteArray(R"({"code":-32042,"message":"go there first"})"));
}

void tst_router::aLostCallIsAToolErrorForTheModel()
{
    addEnclave(QStringLiteral("one"));
    auto client = openClient();
    const QByteArray list = client->request(method::toolsList);
    QTRY_VERIFY(client->answerTo(list));
    ScriptedServer *first = server();
    first->onRequest = [first](const mcp::Message &request) {
        if (request.method() != method::toolsCall)
            return false;
        first->die();
        return true;
    };
    const QByteArray id = client->request(method::toolsCall, callOf("one__echo"));
    QTRY_VERIFY(client->answerTo(id));
    QVERIFY(client->resultOf(id).contains("\"isError\":true"));
    // The next call starts it anew.
    const QByteArray next = client->request(method::toolsCall, callOf("one__echo"));
    QTRY_VERIFY_WITH_TIMEOUT(client->answerTo(next), 10000);
    QVERIFY(!client->resultOf(next).contains("isError"));
    QVERIFY(server() != first);
}

void tst_router::aServiceThatCannotStartIsAToolErrorThatSaysWhy()
{
    addEnclave(QStringLiteral("one"));
    auto client = openClient();
    const QByteArray list = client->request(method::toolsList);
    QTRY_VERIFY(client->answerTo(list));
    m_servers->scripts[QStringLiteral("one")].startFails = true;
    server()->die();
    QTRY_VERIFY(!m_pool->ready({EnclaveId(QStringLiteral("one")), {}, {}}));
    const QByteArray id = client->request(method::toolsCall, callOf("one__echo"));
    QTRY_VERIFY_WITH_TIMEOUT(client->answerTo(id), 60000);
    QVERIFY(client->resultOf(id).contains("\"isError\":true"));
    QVERIFY(client->resultOf(id).contains("no program of this name"));
}

void tst_router::twoClientsShareOneServerAndNeverSeeEachOthersAnswers()
{
    addEnclave(QStringLiteral("one"));
    auto a = openClient();
    auto b = openClient();
    const QByteArray ready = a->request(method::toolsList);
    QTRY_VERIFY(a->answerTo(ready));
    std::vector<mcp::Message> held;
    server()->onRequest = [&held](const mcp::Message &request) {
        if (request.method() != method::toolsCall)
            return false;
        held.push_back(request);
        return true;
    };
    a->requestAs("9", method::toolsCall, callOf("one__echo"));
    b->requestAs("9", method::toolsCall, callOf("one__echo"));
    QTRY_COMPARE(held.size(), size_t(2));
    server()->answer(held[1], R"("second")");
    server()->answer(held[0], R"("first")");
    QTRY_VERIFY(a->answerTo("9") && b->answerTo("9"));
    QCOMPARE(a->resultOf("9"), QByteArray(R"("first")"));
    QCOMPARE(b->resultOf("9"), QByteArray(R"("second")"));
    QCOMPARE(m_servers->of(QStringLiteral("one")).size(), size_t(1));
}

void tst_router::progressCarriesTheClientsOwnToken_data()
{
    QTest::addColumn<QByteArray>("token");
    QTest::newRow("number") << QByteArray("7");
    QTest::newRow("string") << QByteArray("\"t\\u00e9\"");
}

void tst_router::progressCarriesTheClientsOwnToken()
{
    QFETCH(QByteArray, token);
    addEnclave(QStringLiteral("one"));
    auto client = openClient();
    const QByteArray list = client->request(method::toolsList);
    QTRY_VERIFY(client->answerTo(list));
    server()->onRequest = [this](const mcp::Message &request) {
        if (request.method() != method::toolsCall)
            return false;
        const QByteArray own = request.at(mcp::Message::Field::ParamsMetaProgressToken).toByteArray();
        server()->notify(method::progress, R"({"progress":1.0,"message":"half","progressToken":)" + own + '}');
        server()->answer(request, "{}");
        server()->notify(method::progress, R"({"progress":2,"progressToken":)" + own + '}'); // too late
        return true;
    };
    const QByteArray id = client->request(method::toolsCall, callOf("one__echo", R"(,"_meta":{"progressToken":)" + token + "}"));
    QTRY_VERIFY(client->answerTo(id));
    const QByteArray after = client->request(method::ping);
    QTRY_VERIFY(client->answerTo(after));
    QCOMPARE(client->count(method::progress), 1);
    const mcp::Message progress = client->messagesOf(method::progress).front();
    QCOMPARE(progress.at(mcp::Message::Field::ParamsProgressToken).toByteArray(), token);
    QVERIFY(progress.params().contains("\"progress\":1.0"));
    QVERIFY(server()->last(method::toolsCall).at(mcp::Message::Field::ParamsMetaProgressToken) != token);
}

void tst_router::noTokenNoProgressAskedFor()
{
    addEnclave(QStringLiteral("one"));
    auto client = openClient();
    const QByteArray id = client->request(method::toolsCall, callOf("one__echo"));
    QTRY_VERIFY(client->answerTo(id));
    QVERIFY(!server()->last(method::toolsCall).bytes().contains("progressToken"));
}

void tst_router::cancellingReachesTheServerAndLeavesNoAnswer()
{
    addEnclave(QStringLiteral("one"));
    auto client = openClient();
    const QByteArray list = client->request(method::toolsList);
    QTRY_VERIFY(client->answerTo(list));
    server()->onRequest = [](const mcp::Message &request) { return request.method() == method::toolsCall; };
    const QByteArray id = client->request(method::toolsCall, callOf("one__echo"));
    QTRY_COMPARE(server()->count(method::toolsCall), 1);
    client->notify(method::cancelled, R"({"requestId":)" + id + R"(,"reason":"enough"})");
    QTRY_COMPARE(server()->count(method::cancelled), 1);
    QCOMPARE(server()->last(method::cancelled).at(mcp::Message::Field::ParamsRequestId).toByteArray(),
             server()->last(method::toolsCall).id().toByteArray());
    QVERIFY(server()->last(method::cancelled).params().contains("enough")); // the client's own words
    server()->answer(server()->last(method::toolsCall), "{}");
    const QByteArray ping = client->request(method::ping);
    QTRY_VERIFY(client->answerTo(ping));
    QVERIFY(!client->answerTo(id));
    client->notify(method::cancelled, R"({"requestId":"never asked"})");
    const QByteArray again = client->request(method::ping);
    QTRY_VERIFY(client->answerTo(again));
}

void tst_router::aClientThatLeavesCancelsItsCalls()
{
    addEnclave(QStringLiteral("one"));
    auto client = openClient();
    const QByteArray list = client->request(method::toolsList);
    QTRY_VERIFY(client->answerTo(list));
    server()->onRequest = [](const mcp::Message &request) { return request.method() == method::toolsCall; };
    client->request(method::toolsCall, callOf("one__echo"));
    client->request(method::toolsCall, callOf("one__echo"));
    QTRY_COMPARE(server()->count(method::toolsCall), 2);
    client->close();
    QTRY_COMPARE(server()->count(method::cancelled), 2);
    QTRY_VERIFY(m_router->clients().empty());
}

void tst_router::promptsAndCompletionReachTheirServer()
{
    addEnclave(QStringLiteral("one"));
    m_servers->scripts[QStringLiteral("one")].results.insert(method::promptsGet, R"({"messages":[]})");
    m_servers->scripts[QStringLiteral("one")].results.insert(method::completionComplete, R"({"completion":{"values":["a"]}})");
    auto client = openClient();
    const QByteArray list = client->request(method::promptsList);
    QTRY_VERIFY(client->resultOf(list).contains("one__greet"));
    const QByteArray get = client->request(method::promptsGet, R"({"name":"one__greet"})");
    QTRY_COMPARE(client->resultOf(get), QByteArray(R"({"messages":[]})"));
    QCOMPARE(server()->last(method::promptsGet).text(mcp::Message::Field::ParamsName), QByteArray("greet"));

    const QByteArray complete = client->request(
        method::completionComplete, R"({"ref":{"type":"ref/prompt","name":"one__greet"},"argument":{"name":"a","value":"b"}})");
    QTRY_VERIFY(client->resultOf(complete).contains("values"));
    QCOMPARE(server()->last(method::completionComplete).text(mcp::Message::Field::ParamsRefName), QByteArray("greet"));
    const QByteArray byTemplate = client->request(
        method::completionComplete, R"({"ref":{"type":"ref/resource","uri":"one://{id}"},"argument":{"name":"id","value":""}})");
    QTRY_VERIFY(client->resultOf(byTemplate).contains("values"));
    const QByteArray unknown = client->request(
        method::completionComplete, R"({"ref":{"type":"ref/prompt","name":"absent"},"argument":{"name":"a","value":"b"}})");
    QTRY_VERIFY(client->answerTo(unknown));
    QCOMPARE(client->answerTo(unknown)->at(mcp::Message::Field::ErrorCode).toByteArray(), QByteArray("-32602"));
}

void tst_router::resourcesReachTheirOwnerByListAndTemplate()
{
    for (const QString &name : {QStringLiteral("one"), QStringLiteral("two")}) {
        addEnclave(name);
        m_servers->scripts[name].results.insert(method::resourcesRead, R"({"contents":[{"text":")" + name.toUtf8() + "\"}]}");
    }
    auto client = openClient();
    for (const auto &[uri, owner] : {std::pair(QByteArray("demo://two"), "two"), std::pair(QByteArray("one://5"), "one"),
                                     std::pair(QByteArray("two://5"), "two")}) {
        const QByteArray id = client->request(method::resourcesRead, R"({"uri":")" + uri + "\"}");
        QTRY_VERIFY(client->answerTo(id));
        QVERIFY2(client->resultOf(id).contains(owner), uri.constData());
    }
}

void tst_router::unknownResourceIsRefusedWithItsUri()
{
    addEnclave(QStringLiteral("one"));
    addEnclave(QStringLiteral("two"));
    auto client = openClient();
    const QByteArray id = client->request(method::resourcesRead, R"({"uri":"nowhere://1"})");
    QTRY_VERIFY(client->answerTo(id));
    QCOMPARE(client->answerTo(id)->at(mcp::Message::Field::ErrorCode).toByteArray(), QByteArray("-32002"));
    const QByteArray uri = R"("uri":"nowhere://1")";
    QVERIFY(client->answerTo(id)->errorBody().contains(uri));
}

void tst_router::subscriptionsAreCountedAndUpdatesReachOnlySubscribers()
{
    addEnclave(QStringLiteral("one"));
    auto a = openClient();
    auto b = openClient();
    auto c = openClient();
    const QByteArray params = R"({"uri":"demo://one"})";
    for (ScriptedClient *client : {a.get(), b.get()}) {
        const QByteArray id = client->request(method::resourcesSubscribe, params);
        QTRY_COMPARE(client->resultOf(id), QByteArray("{}"));
    }
    QCOMPARE(server()->count(method::resourcesSubscribe), 1);
    server()->notify(method::resourcesUpdated, params);
    QTRY_COMPARE(a->count(method::resourcesUpdated), 1);
    QTRY_COMPARE(b->count(method::resourcesUpdated), 1);
    QCOMPARE(c->count(method::resourcesUpdated), 0);

    const QByteArray left = a->request(method::resourcesUnsubscribe, params);
    QTRY_COMPARE(a->resultOf(left), QByteArray("{}"));
    QCOMPARE(server()->count(method::resourcesUnsubscribe), 0);
    b->close();
    QTRY_COMPARE(server()->count(method::resourcesUnsubscribe), 1);
    server()->notify(method::resourcesUpdated, params);
    const QByteArray ping = a->request(method::ping);
    QTRY_VERIFY(a->answerTo(ping));
    QCOMPARE(a->count(method::resourcesUpdated), 1);
}

void tst_router::subscriptionsAreRenewedAfterAServersDeath()
{
    addEnclave(QStringLiteral("one"));
    auto client = openClient();
    const QByteArray id = client->request(method::resourcesSubscribe, R"({"uri":"demo://one"})");
    QTRY_COMPARE(client->resultOf(id), QByteArray("{}"));
    ScriptedServer *first = server();
    first->die();
    QTRY_VERIFY_WITH_TIMEOUT(server() != first && server()->count(method::resourcesSubscribe) == 1, 10000);
    server()->notify(method::resourcesUpdated, R"({"uri":"demo://one"})");
    QTRY_COMPARE(client->count(method::resourcesUpdated), 1);
}

void tst_router::changedListsAreFetchedAndAnnouncedOnce()
{
    addEnclave(QStringLiteral("one"));
    auto client = openClient();
    const QByteArray first = client->request(method::toolsList);
    QTRY_VERIFY(client->answerTo(first));
    QCOMPARE(client->count(method::toolsListChanged), 0);
    server()->setResult(method::toolsList, R"({"tools":[{"name":"late","inputSchema":{"type":"object"}}]})");
    for (int i = 0; i < 5; ++i)
        server()->notify(method::toolsListChanged);
    QTRY_COMPARE(client->count(method::toolsListChanged), 1);
    const QByteArray second = client->request(method::toolsList);
    QTRY_VERIFY(client->answerTo(second));
    QVERIFY(client->resultOf(second).contains("one__late"));
    QVERIFY(!client->resultOf(second).contains("one__echo"));
    QCOMPARE(client->count(method::promptsListChanged), 0);
    const QByteArray gone = client->request(method::toolsCall, callOf("one__echo"));
    QTRY_VERIFY(client->answerTo(gone));
    QCOMPARE(client->answerTo(gone)->kind(), mcp::Message::Kind::Error);
}

void tst_router::removingAnEnclaveIsAnnounced()
{
    addEnclave(QStringLiteral("one"));
    addEnclave(QStringLiteral("two"));
    auto client = openClient();
    const QByteArray first = client->request(method::toolsList);
    QTRY_VERIFY(client->resultOf(first).contains("two__echo"));
    m_config.enclaves.remove(EnclaveId(QStringLiteral("two")));
    applyConfig();
    QTRY_COMPARE(client->count(method::toolsListChanged), 1);
    const QByteArray second = client->request(method::toolsList);
    QTRY_VERIFY(client->answerTo(second));
    QVERIFY(!client->resultOf(second).contains("two__echo"));
}

void tst_router::logMessagesAreFilteredByEachClientsLevel()
{
    addEnclave(QStringLiteral("one"));
    auto chatty = openClient();
    auto quiet = openClient();
    const QByteArray ready = chatty->request(method::toolsList);
    QTRY_VERIFY(chatty->answerTo(ready));
    chatty->request(method::loggingSetLevel, R"({"level":"debug"})");
    quiet->request(method::loggingSetLevel, R"({"level":"error"})");
    const QByteArray bad = quiet->request(method::loggingSetLevel, R"({"level":"loud"})");
    QTRY_VERIFY(quiet->answerTo(bad));
    QCOMPARE(quiet->answerTo(bad)->at(mcp::Message::Field::ErrorCode).toByteArray(), QByteArray("-32602"));
    QTRY_VERIFY(server()->count(method::loggingSetLevel) > 0);
    QVERIFY(server()->last(method::loggingSetLevel).params().contains("debug")); // the most verbose wanted
    server()->notify(method::loggingMessage, R"({"level":"info","data":1.0})");
    server()->notify(method::loggingMessage, R"({"level":"error","logger":"db","data":{}})");
    QTRY_COMPARE(chatty->count(method::loggingMessage), 2);
    QTRY_COMPARE(quiet->count(method::loggingMessage), 1);
    QVERIFY(quiet->messagesOf(method::loggingMessage).front().params().contains(R"("logger":"one/db")"));
    QVERIFY(chatty->messagesOf(method::loggingMessage).front().params().contains(R"("logger":"one","level":"info","data":1.0)"));
}

void tst_router::aQuestionReachesTheClientWhoseCallIsInFlight()
{
    addEnclave(QStringLiteral("one"));
    auto client = openClient(R"({"sampling":{},"elicitation":{},"roots":{}})");
    const QByteArray list = client->request(method::toolsList);
    QTRY_VERIFY(client->answerTo(list));
    server()->onRequest = [](const mcp::Message &request) { return request.method() == method::toolsCall; };
    const QByteArray id = client->request(method::toolsCall, callOf("one__echo"));
    QTRY_COMPARE(server()->count(method::toolsCall), 1);
    server()->ask("\"q1\"", method::samplingCreateMessage, R"({"maxTokens":5,"messages":[]})");
    QTRY_COMPARE(client->count(method::samplingCreateMessage), 1);
    const mcp::Message question = client->messagesOf(method::samplingCreateMessage).front();
    QVERIFY(question.id().startsWith("\"repoch-"));
    client->answer(question, R"({"role":"assistant","n":1.0})");
    QTRY_VERIFY(std::any_of(server()->received().begin(), server()->received().end(), [](const mcp::Message &message) {
        return message.id() == "\"q1\"" && message.resultBody() == R"({"role":"assistant","n":1.0})";
    }));
    server()->answer(server()->last(method::toolsCall), "{}");
    QTRY_VERIFY(client->answerTo(id));
}

void tst_router::aQuestionIsRefusedWhereTheClientCannotAnswerIt_data()
{
    QTest::addColumn<QByteArray>("capabilities");
    QTest::addColumn<QByteArray>("question");
    QTest::addColumn<QByteArray>("params");
    QTest::addColumn<bool>("asked");
    const QByteArray form = R"({"message":"m","requestedSchema":{}})";
    const QByteArray url = R"({"mode":"url","message":"m","url":"https://example.org"})";
    const QByteArray elicit = method::elicitationCreate;
    QTest::newRow("nothing declared") << QByteArray("{}") << QByteArray(method::samplingCreateMessage) << QByteArray("{}") << false;
    QTest::newRow("form with an empty object") << QByteArray(R"({"elicitation":{}})") << elicit << form << true;
    QTest::newRow("url with an empty object") << QByteArray(R"({"elicitation":{}})") << elicit << url << false;
    QTest::newRow("url declared") << QByteArray(R"({"elicitation":{"url":{}}})") << elicit << url << true;
    QTest::newRow("form where only url is declared") << QByteArray(R"({"elicitation":{"url":{}}})") << elicit << form << false;
    QTest::newRow("roots") << QByteArray(R"({"roots":{}})") << QByteArray(method::rootsList) << QByteArray("{}") << true;
    QTest::newRow("unknown question") << QByteArray(R"({"sampling":{}})") << QByteArray("future/ask") << QByteArray("{}") << false;
}

void tst_router::aQuestionIsRefusedWhereTheClientCannotAnswerIt()
{
    QFETCH(QByteArray, capabilities);
    QFETCH(QByteArray, question);
    QFETCH(QByteArray, params);
    QFETCH(bool, asked);
    addEnclave(QStringLiteral("one"));
    auto client = openClient(capabilities);
    const QByteArray list = client->request(method::toolsList);
    QTRY_VERIFY(client->answerTo(list));
    server()->onRequest = [](const mcp::Message &request) { return request.method() == method::toolsCall; };
    client->request(method::toolsCall, callOf("one__echo"));
    QTRY_COMPARE(server()->count(method::toolsCall), 1);
    server()->ask("42", question, params);
    if (asked) {
        QTRY_COMPARE(client->count(question), 1);
        return;
    }
    QTRY_VERIFY(std::any_of(server()->received().begin(), server()->received().end(), [](const mcp::Message &message) {
        return message.id() == "42" && message.at(mcp::Message::Field::ErrorCode) == "-32601";
    }));
    QCOMPARE(client->count(question), 0);
}

void tst_router::aQuestionIsRefusedWhileTwoClientsAreAtWork()
{
    addEnclave(QStringLiteral("one"));
    auto a = openClient(R"({"sampling":{}})");
    auto b = openClient(R"({"sampling":{}})");
    const QByteArray list = a->request(method::toolsList);
    QTRY_VERIFY(a->answerTo(list));
    server()->onRequest = [](const mcp::Message &request) { return request.method() == method::toolsCall; };
    a->request(method::toolsCall, callOf("one__echo"));
    b->request(method::toolsCall, callOf("one__echo"));
    QTRY_COMPARE(server()->count(method::toolsCall), 2);
    server()->ask("1", method::samplingCreateMessage);
    QTRY_VERIFY(std::any_of(server()->received().begin(), server()->received().end(), [](const mcp::Message &message) {
        return message.kind() == mcp::Message::Kind::Error && message.errorBody().contains("exclusive");
    }));
    QCOMPARE(a->count(method::samplingCreateMessage) + b->count(method::samplingCreateMessage), 0);
}

void tst_router::exclusiveServicesServeOneCallAtATime()
{
    addEnclave(QStringLiteral("one"));
    m_config.enclaves[EnclaveId(QStringLiteral("one"))].reverse = ReversePolicy::Exclusive;
    applyConfig();
    auto a = openClient(R"({"sampling":{}})");
    auto b = openClient(R"({"sampling":{}})");
    const QByteArray list = a->request(method::toolsList);
    QTRY_VERIFY(a->answerTo(list));
    server()->onRequest = [](const mcp::Message &request) { return request.method() == method::toolsCall; };
    a->request(method::toolsCall, callOf("one__echo"));
    b->request(method::toolsCall, callOf("one__echo"));
    QTRY_COMPARE(server()->count(method::toolsCall), 1);
    server()->ask("1", method::samplingCreateMessage);
    QTRY_COMPARE(a->count(method::samplingCreateMessage), 1);
    QCOMPARE(server()->count(method::toolsCall), 1);
    server()->answer(server()->last(method::toolsCall), "{}");
    QTRY_COMPARE(server()->count(method::toolsCall), 2);
    server()->ask("2", method::samplingCreateMessage);
    QTRY_COMPARE(b->count(method::samplingCreateMessage), 1);
}

void tst_router::aWithdrawnQuestionIsWithdrawnFromTheClient()
{
    addEnclave(QStringLiteral("one"));
    auto client = openClient(R"({"sampling":{}})");
    const QByteArray list = client->request(method::toolsList);
    QTRY_VERIFY(client->answerTo(list));
    server()->onRequest = [](const mcp::Message &request) { return request.method() == method::toolsCall; };
    client->request(method::toolsCall, callOf("one__echo"));
    QTRY_COMPARE(server()->count(method::toolsCall), 1);
    server()->ask("8", method::samplingCreateMessage);
    QTRY_COMPARE(client->count(method::samplingCreateMessage), 1);
    server()->notify(method::cancelled, R"({"requestId":8})");
    QTRY_COMPARE(client->count(method::cancelled), 1);
    const mcp::Message question = client->messagesOf(method::samplingCreateMessage).front();
    QCOMPARE(client->messagesOf(method::cancelled).front().at(mcp::Message::Field::ParamsRequestId).toByteArray(),
             question.id().toByteArray());
}

void tst_router::rootsOfASharedServerAtItsStartAreEmpty()
{
    addEnclave(QStringLiteral("one"));
    auto client = openClient(R"({"roots":{"listChanged":true}})");
    const QByteArray list = client->request(method::toolsList);
    QTRY_VERIFY(client->answerTo(list));
    server()->ask("3", method::rootsList);
    QTRY_VERIFY(std::any_of(server()->received().begin(), server()->received().end(), [](const mcp::Message &message) {
        return message.id() == "3" && message.resultBody() == R"({"roots":[]})";
    }));
    QCOMPARE(client->count(method::rootsList), 0);
}

void tst_router::answerWithAForeignIdIsDropped()
{
    auto client = openClient();
    client->sendRaw(R"({"jsonrpc":"2.0","id":"rother-1","result":{}})");
    const QByteArray ping = client->request(method::ping);
    QTRY_COMPARE(client->resultOf(ping), QByteArray("{}"));
    QVERIFY(!client->isClosed());
}

QTEST_GUILESS_MAIN(tst_router)
#include "tst_router.moc"
