// SPDX-License-Identifier: MIT
#include "tests/support/routerfixture.h"

#include <QTest>

using namespace pasarela;
using namespace pasarela::test;
namespace method = mcp::method;

namespace {

QByteArray callOf(const QByteArray &tool, const QByteArray &rest = {})
{
    return RouterFixture::callOf(tool, rest);
}

} // namespace

/// Requests, notifications and lists through the router, with the real pool, sessions and catalogue.
class tst_router : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init() { m_fixture = std::make_unique<RouterFixture>(); }
    void cleanup() { m_fixture.reset(); }

    void answersInitializeWithTheRevisionTheClientAskedFor_data();
    void answersInitializeWithTheRevisionTheClientAskedFor();
    void refusesRequestsBeforeInitialize();
    void refusesASecondInitialize();
    void answersServerDiscoverWithMethodNotFoundAndGoesOn();
    void answersPingWithAnEmptyObject();
    void refusesTwoOpenRequestsWithOneId();
    void keepsIdsOfEveryTypeApart();

    void takesBatchesWhereTheRevisionHasThem();
    void refusesBatchesOfOtherRevisions_data();
    void refusesBatchesOfOtherRevisions();

    void firstListWaitsForServicesNeverSeen();
    void firstListDoesNotWaitForAServiceThatCannotStart();
    void secondListNeedsNoServer();
    void refusesACursor();

    void callReachesTheServerUnderItsOwnNameWithPayloadUntouched();
    void unknownToolIsInvalidParams();
    void serversErrorsArePassedOnUnchanged();
    void aLostCallIsAToolErrorForTheModel();
    void aServiceThatCannotStartIsAToolErrorThatSaysWhy();
    void aServiceThatCannotStartTellsWhyAlsoBeforeItsToolsAreKnown();
    void anUnknownPrefixWaitsForNobody();
    void aServiceThatHangsIsWaitedForOnce();
    void twoClientsShareOneServerAndNeverSeeEachOthersAnswers();

    void progressCarriesTheClientsOwnToken_data();
    void progressCarriesTheClientsOwnToken();
    void noTokenNoProgressAskedFor();
    void cancellingReachesTheServerAndLeavesNoAnswer();
    void anIdIsTheSameHoweverItIsWritten();
    void aClientThatLeavesCancelsItsCalls();

    void promptsAndCompletionReachTheirServer();
    void resourcesReachTheirOwnerByListAndTemplate();
    void unknownResourceIsRefusedWithItsUri();
    void subscriptionsAreCountedAndUpdatesReachOnlySubscribers();
    void subscriptionsAreRenewedAfterAServersDeath();

    void aSubscriptionThatWasRefusedIsNobodys();
    void changedListsAreFetchedAndAnnouncedOnce();
    void aListThatIsRefusedStaysAsItWas();
    void aChangeDuringAFetchIsNotLost();
    void removingAnEnclaveIsAnnounced();

    void logMessagesAreFilteredByEachClientsLevel();
    void theLogLevelGoesBackWhenItsClientLeaves();

private:
    std::unique_ptr<RouterFixture> m_fixture;
};

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
    ScriptedClient client(*m_fixture->router, QStringLiteral("test"));
    client.open("{}", asked);
    QTRY_VERIFY(client.answerTo("1"));
    const auto answer = *client.answerTo("1");
    QCOMPARE(answer.text(mcp::Message::Field::ResultProtocolVersion), answered);
    QVERIFY(answer.resultBody().contains("\"listChanged\":true"));
}

void tst_router::refusesRequestsBeforeInitialize()
{
    ScriptedClient client(*m_fixture->router, QStringLiteral("test"));
    const QByteArray id = client.request(method::toolsList);
    QTRY_VERIFY(client.answerTo(id));
    QCOMPARE(client.answerTo(id)->at(mcp::Message::Field::ErrorCode).toByteArray(), QByteArray("-32600"));
}

void tst_router::refusesASecondInitialize()
{
    auto client = m_fixture->openClient();
    const QByteArray id = client->request(method::initialize, R"({"protocolVersion":"2025-11-25"})");
    QTRY_VERIFY(client->answerTo(id));
    QCOMPARE(client->answerTo(id)->kind(), mcp::Message::Kind::Error);
}

void tst_router::answersServerDiscoverWithMethodNotFoundAndGoesOn()
{
    ScriptedClient client(*m_fixture->router, QStringLiteral("test"));
    const QByteArray id = client.request(method::serverDiscover, "{}");
    client.open();
    QTRY_VERIFY(client.answerTo("2"));
    QCOMPARE(client.answerTo(id)->at(mcp::Message::Field::ErrorCode).toByteArray(), QByteArray("-32601"));
    QCOMPARE(client.answerTo("2")->kind(), mcp::Message::Kind::Result);
}

void tst_router::answersPingWithAnEmptyObject()
{
    ScriptedClient client(*m_fixture->router, QStringLiteral("test"));
    const QByteArray id = client.request(method::ping);
    QTRY_COMPARE(client.resultOf(id), QByteArray("{}"));
}

void tst_router::refusesTwoOpenRequestsWithOneId()
{
    m_fixture->addEnclave(QStringLiteral("one"));
    auto client = m_fixture->openClient();
    client->requestAs("77", method::toolsList);
    client->requestAs("77", method::toolsList);
    QTRY_COMPARE(client->answersTo("77"), 2);
    QCOMPARE(client->answerTo("77")->kind(), mcp::Message::Kind::Error);
}

void tst_router::keepsIdsOfEveryTypeApart()
{
    m_fixture->addEnclave(QStringLiteral("one"));
    auto client = m_fixture->openClient();
    for (const QByteArray &id : {QByteArray("5"), QByteArray("\"5\""), QByteArray("-1"), QByteArray("\"\""),
                                 QByteArray("9007199254740993"), QByteArray("\"a\\u00e9\\n\"")}) {
        client->requestAs(id, method::toolsCall, callOf("one__echo"));
        QTRY_COMPARE(client->answersTo(id), 1);
        QVERIFY(client->resultOf(id).contains("one"));
    }
}

void tst_router::takesBatchesWhereTheRevisionHasThem()
{
    m_fixture->addEnclave(QStringLiteral("one"));
    ScriptedClient client(*m_fixture->router, QStringLiteral("test"));
    client.open("{}", "2025-03-26");
    QTRY_VERIFY(client.answerTo("1"));
    client.sendRaw(
        R"([{"jsonrpc":"2.0","id":71,"method":"ping"},{"jsonrpc":"2.0","id":72,"method":"tools/call","params":)"
        + callOf("one__echo") + R"(},{"jsonrpc":"2.0","id":73},{"jsonrpc":"2.0","id":74,"method":"tools/list"}])");
    QTRY_VERIFY(client.answerTo("71") && client.answerTo("72") && client.answerTo("73") && client.answerTo("74"));
    QCOMPARE(client.resultOf("71"), QByteArray("{}"));
    QVERIFY(client.resultOf("72").contains("one"));
    QCOMPARE(client.answerTo("73")->at(mcp::Message::Field::ErrorCode).toByteArray(), QByteArray("-32600"));
    QVERIFY(client.resultOf("74").contains("one__echo"));
}

void tst_router::refusesBatchesOfOtherRevisions_data()
{
    QTest::addColumn<QByteArray>("revision");
    for (const char *revision : {"2024-11-05", "2025-06-18", "2025-11-25"})
        QTest::newRow(revision) << QByteArray(revision);
}

void tst_router::refusesBatchesOfOtherRevisions()
{
    QFETCH(QByteArray, revision);
    ScriptedClient client(*m_fixture->router, QStringLiteral("test"));
    client.open("{}", revision);
    QTRY_VERIFY(client.answerTo("1"));
    client.sendRaw(R"([{"jsonrpc":"2.0","id":71,"method":"ping"}])");
    QTRY_VERIFY(client.answerTo("null"));
    QCOMPARE(client.answerTo("null")->at(mcp::Message::Field::ErrorCode).toByteArray(), QByteArray("-32600"));
    QVERIFY(!client.answerTo("71"));
}

void tst_router::firstListWaitsForServicesNeverSeen()
{
    m_fixture->addEnclave(QStringLiteral("one"));
    m_fixture->addEnclave(QStringLiteral("two"));
    auto client = m_fixture->openClient();
    const QByteArray id = client->request(method::toolsList);
    QTRY_VERIFY(client->answerTo(id));
    QVERIFY(client->resultOf(id).contains("one__echo"));
    QVERIFY(client->resultOf(id).contains("two__echo"));
}

void tst_router::firstListDoesNotWaitForAServiceThatCannotStart()
{
    m_fixture->addEnclave(QStringLiteral("one"));
    m_fixture->servers->scripts[QStringLiteral("broken")].startFails = true;
    m_fixture->enclave(QStringLiteral("broken")).launch = StdioLaunch{QStringLiteral("x"), {}};
    m_fixture->applyConfig();
    auto client = m_fixture->openClient();
    const QByteArray id = client->request(method::toolsList);
    QTRY_VERIFY_WITH_TIMEOUT(client->answerTo(id), 20000);
    QVERIFY(client->resultOf(id).contains("one__echo"));
}

void tst_router::secondListNeedsNoServer()
{
    m_fixture->addEnclave(QStringLiteral("one"));
    auto client = m_fixture->openClient();
    const QByteArray first = client->request(method::toolsList);
    QTRY_VERIFY(client->answerTo(first));
    const int asked = m_fixture->server()->count(method::toolsList);
    const QByteArray second = client->request(method::toolsList);
    QTRY_COMPARE(client->resultOf(second), client->resultOf(first));
    QCOMPARE(m_fixture->server()->count(method::toolsList), asked);
}

void tst_router::refusesACursor()
{
    auto client = m_fixture->openClient();
    const QByteArray id = client->request(method::toolsList, R"({"cursor":"x"})");
    QTRY_VERIFY(client->answerTo(id));
    QCOMPARE(client->answerTo(id)->at(mcp::Message::Field::ErrorCode).toByteArray(), QByteArray("-32602"));
}

void tst_router::callReachesTheServerUnderItsOwnNameWithPayloadUntouched()
{
    m_fixture->addEnclave(QStringLiteral("one"));
    auto client = m_fixture->openClient();
    const QByteArray arguments = R"({"big":12345678901234567890,"n":1.0,"u":"\u00e9\ud83d\ude00","a" : [ ]})";
    const QByteArray id =
        client->request(method::toolsCall, R"({"arguments":)" + arguments + R"(,"name":"one__echo","future":[1]})");
    QTRY_VERIFY(client->answerTo(id));
    const mcp::Message seen = m_fixture->server()->last(method::toolsCall);
    QCOMPARE(seen.text(mcp::Message::Field::ParamsName), QByteArray("echo"));
    QCOMPARE(seen.at(mcp::Message::Field::ParamsArguments).toByteArray(), arguments);
    QVERIFY(seen.params().contains("\"future\":[1]"));
    QVERIFY(seen.id() != id);
    QCOMPARE(client->resultOf(id), QByteArray(R"({"content":[{"type":"text","text":"one"}]})"));
}

void tst_router::unknownToolIsInvalidParams()
{
    m_fixture->addEnclave(QStringLiteral("one"));
    auto client = m_fixture->openClient();
    for (const QByteArray &name :
         {QByteArray("one__nothing"), QByteArray("echo"), QByteArray("two__echo"), QByteArray()}) {
        const QByteArray id = client->request(method::toolsCall, callOf(name));
        QTRY_VERIFY(client->answerTo(id));
        QCOMPARE(client->answerTo(id)->at(mcp::Message::Field::ErrorCode).toByteArray(), QByteArray("-32602"));
    }
}

void tst_router::serversErrorsArePassedOnUnchanged()
{
    m_fixture->addEnclave(QStringLiteral("one"));
    auto client = m_fixture->openClient();
    const QByteArray list = client->request(method::toolsList);
    QTRY_VERIFY(client->answerTo(list));
    m_fixture->server()->onRequest = [this](const mcp::Message &request) {
        if (request.method() != method::toolsCall)
            return false;
        m_fixture->server()->refuse(request, -32042, QStringLiteral("go there first"));
        return true;
    };
    const QByteArray id = client->request(method::toolsCall, callOf("one__echo"));
    QTRY_VERIFY(client->answerTo(id));
    QCOMPARE(client->answerTo(id)->errorBody().toByteArray(),
             QByteArray(R"({"code":-32042,"message":"go there first"})"));
}

void tst_router::aLostCallIsAToolErrorForTheModel()
{
    m_fixture->addEnclave(QStringLiteral("one"));
    auto client = m_fixture->openClient();
    const QByteArray list = client->request(method::toolsList);
    QTRY_VERIFY(client->answerTo(list));
    ScriptedServer *first = m_fixture->server();
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
    QVERIFY(m_fixture->server() != first);
}

void tst_router::aServiceThatCannotStartIsAToolErrorThatSaysWhy()
{
    m_fixture->addEnclave(QStringLiteral("one"));
    auto client = m_fixture->openClient();
    const QByteArray list = client->request(method::toolsList);
    QTRY_VERIFY(client->answerTo(list));
    m_fixture->servers->scripts[QStringLiteral("one")].startFails = true;
    m_fixture->server()->die();
    QTRY_VERIFY(!m_fixture->pool->ready({EnclaveId(QStringLiteral("one")), {}, {}}));
    const QByteArray id = client->request(method::toolsCall, callOf("one__echo"));
    QTRY_VERIFY_WITH_TIMEOUT(client->answerTo(id), 60000);
    QVERIFY(client->resultOf(id).contains("\"isError\":true"));
    QVERIFY(client->resultOf(id).contains("no program of this name"));
}

void tst_router::aServiceThatCannotStartTellsWhyAlsoBeforeItsToolsAreKnown()
{
    m_fixture->servers->scripts[QStringLiteral("broken")].startFails = true;
    m_fixture->enclave(QStringLiteral("broken")).launch = StdioLaunch{QStringLiteral("x"), {}};
    m_fixture->applyConfig();
    auto client = m_fixture->openClient();
    const QByteArray id = client->request(method::toolsCall, callOf("broken__anything"));
    QTRY_VERIFY(client->answerTo(id));
    QVERIFY(client->resultOf(id).contains("\"isError\":true"));
    QVERIFY(client->resultOf(id).contains("no program of this name"));
}

void tst_router::anUnknownPrefixWaitsForNobody()
{
    m_fixture->addEnclave(QStringLiteral("hung"));
    m_fixture->servers->scripts[QStringLiteral("hung")].silent = true;
    auto client = m_fixture->openClient();
    for (const QByteArray &name : {QByteArray("nobody__echo"), QByteArray("echo")}) {
        const QByteArray id = client->request(method::toolsCall, callOf(name));
        QTRY_VERIFY(client->answerTo(id)); // less than a list waits
        QCOMPARE(client->answerTo(id)->at(mcp::Message::Field::ErrorCode).toByteArray(), QByteArray("-32602"));
    }
}

void tst_router::aServiceThatHangsIsWaitedForOnce()
{
    m_fixture->addEnclave(QStringLiteral("one"));
    m_fixture->addEnclave(QStringLiteral("hung"));
    m_fixture->servers->scripts[QStringLiteral("hung")].silent = true;
    bool waited = false;
    m_fixture->router->listTools(ClientId(QStringLiteral("first")), std::chrono::milliseconds(300),
                                 [&waited](const QByteArray &) { waited = true; });
    QTRY_VERIFY(waited);
    auto client = m_fixture->openClient();
    for (int i = 0; i < 2; ++i) {
        const QByteArray id = client->request(method::toolsList);
        QTRY_VERIFY(client->answerTo(id)); // less than a first list waits
        QVERIFY(client->resultOf(id).contains("one__echo"));
    }
}

void tst_router::twoClientsShareOneServerAndNeverSeeEachOthersAnswers()
{
    m_fixture->addEnclave(QStringLiteral("one"));
    auto a = m_fixture->openClient();
    auto b = m_fixture->openClient();
    const QByteArray ready = a->request(method::toolsList);
    QTRY_VERIFY(a->answerTo(ready));
    std::vector<mcp::Message> held;
    m_fixture->server()->onRequest = [&held](const mcp::Message &request) {
        if (request.method() != method::toolsCall)
            return false;
        held.push_back(request);
        return true;
    };
    a->requestAs("9", method::toolsCall, callOf("one__echo"));
    b->requestAs("9", method::toolsCall, callOf("one__echo"));
    QTRY_COMPARE(held.size(), size_t(2));
    m_fixture->server()->answer(held[1], R"("second")");
    m_fixture->server()->answer(held[0], R"("first")");
    QTRY_VERIFY(a->answerTo("9") && b->answerTo("9"));
    QCOMPARE(a->resultOf("9"), QByteArray(R"("first")"));
    QCOMPARE(b->resultOf("9"), QByteArray(R"("second")"));
    QCOMPARE(m_fixture->servers->of(QStringLiteral("one")).size(), size_t(1));
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
    m_fixture->addEnclave(QStringLiteral("one"));
    auto client = m_fixture->openClient();
    const QByteArray list = client->request(method::toolsList);
    QTRY_VERIFY(client->answerTo(list));
    m_fixture->server()->onRequest = [this](const mcp::Message &request) {
        if (request.method() != method::toolsCall)
            return false;
        const QByteArray own = request.at(mcp::Message::Field::ParamsMetaProgressToken).toByteArray();
        m_fixture->server()->notify(method::progress,
                                    R"({"progress":1.0,"message":"half","progressToken":)" + own + '}');
        m_fixture->server()->answer(request, "{}");
        m_fixture->server()->notify(method::progress, R"({"progress":2,"progressToken":)" + own + '}'); // too late
        return true;
    };
    const QByteArray id =
        client->request(method::toolsCall, callOf("one__echo", R"(,"_meta":{"progressToken":)" + token + "}"));
    QTRY_VERIFY(client->answerTo(id));
    const QByteArray after = client->request(method::ping);
    QTRY_VERIFY(client->answerTo(after));
    QCOMPARE(client->count(method::progress), 1);
    const mcp::Message progress = client->messagesOf(method::progress).front();
    QCOMPARE(progress.at(mcp::Message::Field::ParamsProgressToken).toByteArray(), token);
    QVERIFY(progress.params().contains("\"progress\":1.0"));
    QVERIFY(m_fixture->server()->last(method::toolsCall).at(mcp::Message::Field::ParamsMetaProgressToken) != token);
}

void tst_router::noTokenNoProgressAskedFor()
{
    m_fixture->addEnclave(QStringLiteral("one"));
    auto client = m_fixture->openClient();
    const QByteArray id = client->request(method::toolsCall, callOf("one__echo"));
    QTRY_VERIFY(client->answerTo(id));
    QVERIFY(!m_fixture->server()->last(method::toolsCall).bytes().contains("progressToken"));
}

void tst_router::cancellingReachesTheServerAndLeavesNoAnswer()
{
    m_fixture->addEnclave(QStringLiteral("one"));
    auto client = m_fixture->openClient();
    const QByteArray list = client->request(method::toolsList);
    QTRY_VERIFY(client->answerTo(list));
    m_fixture->server()->onRequest = [](const mcp::Message &request) { return request.method() == method::toolsCall; };
    const QByteArray id = client->request(method::toolsCall, callOf("one__echo"));
    QTRY_COMPARE(m_fixture->server()->count(method::toolsCall), 1);
    client->notify(method::cancelled, R"({"requestId":)" + id + R"(,"reason":"enough"})");
    QTRY_COMPARE(m_fixture->server()->count(method::cancelled), 1);
    QCOMPARE(m_fixture->server()->last(method::cancelled).at(mcp::Message::Field::ParamsRequestId).toByteArray(),
             m_fixture->server()->last(method::toolsCall).id().toByteArray());
    QVERIFY(m_fixture->server()->last(method::cancelled).params().contains("enough")); // the client's own words
    m_fixture->server()->answer(m_fixture->server()->last(method::toolsCall), "{}");
    const QByteArray ping = client->request(method::ping);
    QTRY_VERIFY(client->answerTo(ping));
    QVERIFY(!client->answerTo(id));
    client->notify(method::cancelled, R"({"requestId":"never asked"})");
    const QByteArray again = client->request(method::ping);
    QTRY_VERIFY(client->answerTo(again));
}

void tst_router::anIdIsTheSameHoweverItIsWritten()
{
    m_fixture->addEnclave(QStringLiteral("one"));
    auto client = m_fixture->openClient();
    const QByteArray list = client->request(method::toolsList);
    QTRY_VERIFY(client->answerTo(list));
    m_fixture->server()->onRequest = [](const mcp::Message &request) { return request.method() == method::toolsCall; };
    client->requestAs(R"("a")", method::toolsCall, callOf("one__echo"));
    QTRY_COMPARE(m_fixture->server()->count(method::toolsCall), 1);
    const QByteArray escaped = R"("\u0061")";
    client->requestAs(escaped, method::toolsCall, callOf("one__echo"));
    QTRY_VERIFY(client->answerTo(escaped));
    QCOMPARE(client->answerTo(escaped)->at(mcp::Message::Field::ErrorCode).toByteArray(), QByteArray("-32600"));
    client->notify(method::cancelled, R"({"requestId":)" + escaped + '}');
    QTRY_COMPARE(m_fixture->server()->count(method::cancelled), 1);
}

void tst_router::aClientThatLeavesCancelsItsCalls()
{
    m_fixture->addEnclave(QStringLiteral("one"));
    auto client = m_fixture->openClient();
    const QByteArray list = client->request(method::toolsList);
    QTRY_VERIFY(client->answerTo(list));
    m_fixture->server()->onRequest = [](const mcp::Message &request) { return request.method() == method::toolsCall; };
    client->request(method::toolsCall, callOf("one__echo"));
    client->request(method::toolsCall, callOf("one__echo"));
    QTRY_COMPARE(m_fixture->server()->count(method::toolsCall), 2);
    client->close();
    QTRY_COMPARE(m_fixture->server()->count(method::cancelled), 2);
    QTRY_VERIFY(m_fixture->router->clients().empty());
}

void tst_router::promptsAndCompletionReachTheirServer()
{
    m_fixture->addEnclave(QStringLiteral("one"));
    m_fixture->servers->scripts[QStringLiteral("one")].results.insert(method::promptsGet, R"({"messages":[]})");
    m_fixture->servers->scripts[QStringLiteral("one")].results.insert(method::completionComplete,
                                                                      R"({"completion":{"values":["a"]}})");
    auto client = m_fixture->openClient();
    const QByteArray list = client->request(method::promptsList);
    QTRY_VERIFY(client->resultOf(list).contains("one__greet"));
    const QByteArray get = client->request(method::promptsGet, R"({"name":"one__greet"})");
    QTRY_COMPARE(client->resultOf(get), QByteArray(R"({"messages":[]})"));
    QCOMPARE(m_fixture->server()->last(method::promptsGet).text(mcp::Message::Field::ParamsName), QByteArray("greet"));

    const QByteArray complete =
        client->request(method::completionComplete,
                        R"({"ref":{"type":"ref/prompt","name":"one__greet"},"argument":{"name":"a","value":"b"}})");
    QTRY_VERIFY(client->resultOf(complete).contains("values"));
    QCOMPARE(m_fixture->server()->last(method::completionComplete).text(mcp::Message::Field::ParamsRefName),
             QByteArray("greet"));
    const QByteArray byTemplate =
        client->request(method::completionComplete,
                        R"({"ref":{"type":"ref/resource","uri":"one://{id}"},"argument":{"name":"id","value":""}})");
    QTRY_VERIFY(client->resultOf(byTemplate).contains("values"));
    const QByteArray unknown =
        client->request(method::completionComplete,
                        R"({"ref":{"type":"ref/prompt","name":"absent"},"argument":{"name":"a","value":"b"}})");
    QTRY_VERIFY(client->answerTo(unknown));
    QCOMPARE(client->answerTo(unknown)->at(mcp::Message::Field::ErrorCode).toByteArray(), QByteArray("-32602"));
}

void tst_router::resourcesReachTheirOwnerByListAndTemplate()
{
    for (const QString &name : {QStringLiteral("one"), QStringLiteral("two")}) {
        m_fixture->addEnclave(name);
        m_fixture->servers->scripts[name].results.insert(method::resourcesRead,
                                                         R"({"contents":[{"text":")" + name.toUtf8() + "\"}]}");
    }
    auto client = m_fixture->openClient();
    for (const auto &[uri, owner] :
         {std::pair(QByteArray("demo://two"), "two"), std::pair(QByteArray("one://5"), "one"),
          std::pair(QByteArray("two://5"), "two")}) {
        const QByteArray id = client->request(method::resourcesRead, R"({"uri":")" + uri + "\"}");
        QTRY_VERIFY(client->answerTo(id));
        QVERIFY2(client->resultOf(id).contains(owner), uri.constData());
    }
}

void tst_router::unknownResourceIsRefusedWithItsUri()
{
    m_fixture->addEnclave(QStringLiteral("one"));
    m_fixture->addEnclave(QStringLiteral("two"));
    auto client = m_fixture->openClient();
    const QByteArray id = client->request(method::resourcesRead, R"({"uri":"nowhere://1"})");
    QTRY_VERIFY(client->answerTo(id));
    QCOMPARE(client->answerTo(id)->at(mcp::Message::Field::ErrorCode).toByteArray(), QByteArray("-32002"));
    const QByteArray uri = R"("uri":"nowhere://1")";
    QVERIFY(client->answerTo(id)->errorBody().contains(uri));
}

void tst_router::subscriptionsAreCountedAndUpdatesReachOnlySubscribers()
{
    m_fixture->addEnclave(QStringLiteral("one"));
    auto a = m_fixture->openClient();
    auto b = m_fixture->openClient();
    auto c = m_fixture->openClient();
    const QByteArray params = R"({"uri":"demo://one"})";
    for (ScriptedClient *client : {a.get(), b.get()}) {
        const QByteArray id = client->request(method::resourcesSubscribe, params);
        QTRY_COMPARE(client->resultOf(id), QByteArray("{}"));
    }
    QCOMPARE(m_fixture->server()->count(method::resourcesSubscribe), 1);
    m_fixture->server()->notify(method::resourcesUpdated, params);
    QTRY_COMPARE(a->count(method::resourcesUpdated), 1);
    QTRY_COMPARE(b->count(method::resourcesUpdated), 1);
    QCOMPARE(c->count(method::resourcesUpdated), 0);

    const QByteArray left = a->request(method::resourcesUnsubscribe, params);
    QTRY_COMPARE(a->resultOf(left), QByteArray("{}"));
    QCOMPARE(m_fixture->server()->count(method::resourcesUnsubscribe), 0);
    b->close();
    QTRY_COMPARE(m_fixture->server()->count(method::resourcesUnsubscribe), 1);
    m_fixture->server()->notify(method::resourcesUpdated, params);
    const QByteArray ping = a->request(method::ping);
    QTRY_VERIFY(a->answerTo(ping));
    QCOMPARE(a->count(method::resourcesUpdated), 1);
}

void tst_router::subscriptionsAreRenewedAfterAServersDeath()
{
    m_fixture->addEnclave(QStringLiteral("one"));
    auto client = m_fixture->openClient();
    const QByteArray id = client->request(method::resourcesSubscribe, R"({"uri":"demo://one"})");
    QTRY_COMPARE(client->resultOf(id), QByteArray("{}"));
    ScriptedServer *first = m_fixture->server();
    first->die();
    QTRY_VERIFY_WITH_TIMEOUT(
        m_fixture->server() != first && m_fixture->server()->count(method::resourcesSubscribe) == 1, 10000);
    m_fixture->server()->notify(method::resourcesUpdated, R"({"uri":"demo://one"})");
    QTRY_COMPARE(client->count(method::resourcesUpdated), 1);
}

void tst_router::aSubscriptionThatWasRefusedIsNobodys()
{
    m_fixture->addEnclave(QStringLiteral("one"));
    auto a = m_fixture->listedClient();
    auto b = m_fixture->openClient();
    const QByteArray params = R"({"uri":"demo://one"})";
    ScriptedServer *server = m_fixture->server();
    server->onRequest = [server](const mcp::Message &request) {
        if (request.method() != method::resourcesSubscribe)
            return false;
        server->refuse(request, -32603, QStringLiteral("not now"));
        return true;
    };
    const QByteArray refused = a->request(method::resourcesSubscribe, params);
    QTRY_VERIFY(a->answerTo(refused));
    QCOMPARE(a->answerTo(refused)->kind(), mcp::Message::Kind::Error);
    server->onRequest = nullptr;
    const QByteArray agreed = b->request(method::resourcesSubscribe, params);
    QTRY_COMPARE(b->resultOf(agreed), QByteArray("{}"));
    QCOMPARE(server->count(method::resourcesSubscribe), 2);
    server->notify(method::resourcesUpdated, params);
    QTRY_COMPARE(b->count(method::resourcesUpdated), 1);
    QCOMPARE(a->count(method::resourcesUpdated), 0);
}

void tst_router::changedListsAreFetchedAndAnnouncedOnce()
{
    m_fixture->addEnclave(QStringLiteral("one"));
    auto client = m_fixture->openClient();
    const QByteArray first = client->request(method::toolsList);
    QTRY_VERIFY(client->answerTo(first));
    QCOMPARE(client->count(method::toolsListChanged), 0);
    m_fixture->server()->setResult(method::toolsList, R"({"tools":[{"name":"late","inputSchema":{"type":"object"}}]})");
    for (int i = 0; i < 5; ++i)
        m_fixture->server()->notify(method::toolsListChanged);
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

void tst_router::aListThatIsRefusedStaysAsItWas()
{
    m_fixture->addEnclave(QStringLiteral("one"));
    auto client = m_fixture->listedClient();
    ScriptedServer *server = m_fixture->server();
    int refused = 0;
    server->onRequest = [server, &refused](const mcp::Message &request) {
        if (request.method() != method::toolsList)
            return false;
        ++refused;
        server->refuse(request, -32603, QStringLiteral("not now"));
        return true;
    };
    server->setResult(method::promptsList, R"({"prompts":[{"name":"other"}]})");
    server->notify(method::toolsListChanged);
    server->notify("notifications/prompts/list_changed");
    QTRY_COMPARE(client->count("notifications/prompts/list_changed"), 1);
    QCOMPARE(refused, 1);
    const QByteArray tools = client->request(method::toolsList);
    QTRY_VERIFY(client->answerTo(tools));
    QVERIFY(client->resultOf(tools).contains("one__echo"));
    const QByteArray prompts = client->request(method::promptsList);
    QTRY_VERIFY(client->answerTo(prompts));
    QVERIFY(client->resultOf(prompts).contains("one__other"));
}

void tst_router::aChangeDuringAFetchIsNotLost()
{
    m_fixture->addEnclave(QStringLiteral("one"));
    m_fixture->addEnclave(QStringLiteral("two"));
    auto client = m_fixture->listedClient();
    ScriptedServer *server = m_fixture->server();
    std::vector<mcp::Message> held;
    server->onRequest = [&held](const mcp::Message &request) {
        if (request.method() != method::toolsList || !held.empty())
            return false;
        held.push_back(request);
        return true;
    };
    server->notify(method::toolsListChanged);
    QTRY_COMPARE(held.size(), size_t(1));
    server->setResult(method::toolsList, R"({"tools":[{"name":"newest","inputSchema":{"type":"object"}}]})");
    server->notify(method::toolsListChanged);
    server->notify("notifications/prompts/list_changed");
    server->setResult(method::promptsList, R"({"prompts":[{"name":"newest"}]})");
    // The other service's change comes later and is waited for as long: when it was looked at, so was this one's.
    ScriptedServer *other = m_fixture->server(QStringLiteral("two"));
    const int asked = other->count(method::toolsList);
    other->notify(method::toolsListChanged);
    QTRY_COMPARE(other->count(method::toolsList), asked + 1);
    server->answer(held.front(), R"({"tools":[{"name":"older","inputSchema":{"type":"object"}}]})");
    QTRY_VERIFY(([&] {
        const QByteArray id = client->request(method::toolsList);
        return QTest::qWaitFor([&] { return client->answerTo(id).has_value(); })
            && client->resultOf(id).contains("one__newest");
    })());
    const QByteArray prompts = client->request(method::promptsList);
    QTRY_VERIFY(client->answerTo(prompts));
    QVERIFY(client->resultOf(prompts).contains("one__newest"));
}

void tst_router::removingAnEnclaveIsAnnounced()
{
    m_fixture->addEnclave(QStringLiteral("one"));
    m_fixture->addEnclave(QStringLiteral("two"));
    auto client = m_fixture->openClient();
    const QByteArray first = client->request(method::toolsList);
    QTRY_VERIFY(client->resultOf(first).contains("two__echo"));
    m_fixture->config.enclaves.remove(EnclaveId(QStringLiteral("two")));
    m_fixture->applyConfig();
    QTRY_COMPARE(client->count(method::toolsListChanged), 1);
    const QByteArray second = client->request(method::toolsList);
    QTRY_VERIFY(client->answerTo(second));
    QVERIFY(!client->resultOf(second).contains("two__echo"));
}

void tst_router::logMessagesAreFilteredByEachClientsLevel()
{
    m_fixture->addEnclave(QStringLiteral("one"));
    auto chatty = m_fixture->openClient();
    auto quiet = m_fixture->openClient();
    const QByteArray ready = chatty->request(method::toolsList);
    QTRY_VERIFY(chatty->answerTo(ready));
    chatty->request(method::loggingSetLevel, R"({"level":"debug"})");
    quiet->request(method::loggingSetLevel, R"({"level":"error"})");
    const QByteArray bad = quiet->request(method::loggingSetLevel, R"({"level":"loud"})");
    QTRY_VERIFY(quiet->answerTo(bad));
    QCOMPARE(quiet->answerTo(bad)->at(mcp::Message::Field::ErrorCode).toByteArray(), QByteArray("-32602"));
    QTRY_VERIFY(m_fixture->server()->count(method::loggingSetLevel) > 0);
    QVERIFY(m_fixture->server()->last(method::loggingSetLevel).params().contains("debug")); // the most verbose wanted
    m_fixture->server()->notify(method::loggingMessage, R"({"level":"info","data":1.0})");
    m_fixture->server()->notify(method::loggingMessage, R"({"level":"error","logger":"db","data":{}})");
    QTRY_COMPARE(chatty->count(method::loggingMessage), 2);
    QTRY_COMPARE(quiet->count(method::loggingMessage), 1);
    QVERIFY(quiet->messagesOf(method::loggingMessage).front().params().contains(R"("logger":"one/db")"));
    QVERIFY(chatty->messagesOf(method::loggingMessage)
                .front()
                .params()
                .contains(R"("logger":"one","level":"info","data":1.0)"));
}

void tst_router::theLogLevelGoesBackWhenItsClientLeaves()
{
    m_fixture->addEnclave(QStringLiteral("one"));
    auto curious = m_fixture->listedClient();
    auto other = m_fixture->openClient();
    const QByteArray id = curious->request(method::loggingSetLevel, R"({"level":"debug"})");
    QTRY_VERIFY(curious->answerTo(id));
    ScriptedServer *server = m_fixture->server();
    QTRY_COMPARE(server->count(method::loggingSetLevel), 1);
    QVERIFY(server->last(method::loggingSetLevel).params().contains("debug"));
    curious->close();
    QTRY_COMPARE(server->count(method::loggingSetLevel), 2);
    QVERIFY(server->last(method::loggingSetLevel).params().contains("info"));
}

QTEST_GUILESS_MAIN(tst_router)
#include "tst_router.moc"
