// SPDX-License-Identifier: MIT
#include "gateway/mcp/calloutcome.h"
#include "tests/support/routerfixture.h"

#include <QTest>

using namespace pasarela;
using namespace pasarela::test;
namespace method = mcp::method;
using namespace std::chrono_literals;

/// The way of each request: to the server that owns what it names, and the answer back.
class tst_requestroutes : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init() { m_fixture = std::make_unique<RouterFixture>(); }
    void cleanup() { m_fixture.reset(); }

    void callReachesTheServerUnderItsOwnNameWithPayloadUntouched();
    void unknownToolIsInvalidParams();
    void unknownToolSaysWhatIsWithItsService_data();
    void unknownToolSaysWhatIsWithItsService();
    void serversErrorsArePassedOnUnchanged();
    void aLostCallIsAToolErrorForTheModel();
    void whateverStopsAServiceTellsItsCallsThatTheirOutcomeIsUnknown_data();
    void whateverStopsAServiceTellsItsCallsThatTheirOutcomeIsUnknown();
    void aServiceThatCannotStartIsAToolErrorThatSaysWhy();
    void aServiceThatCannotStartTellsWhyAlsoBeforeItsToolsAreKnown();
    void anUnknownPrefixWaitsForNobody();
    void twoClientsShareOneServerAndNeverSeeEachOthersAnswers();

    void progressCarriesTheClientsOwnToken_data();
    void progressCarriesTheClientsOwnToken();
    void noTokenNoProgressAskedFor();

    void promptsAndCompletionReachTheirServer();
    void resourcesReachTheirOwnerByListAndTemplate();
    void unknownResourceIsRefusedWithItsUri();

private:
    std::unique_ptr<RouterFixture> m_fixture;
};

void tst_requestroutes::callReachesTheServerUnderItsOwnNameWithPayloadUntouched()
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

void tst_requestroutes::unknownToolIsInvalidParams()
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

void tst_requestroutes::unknownToolSaysWhatIsWithItsService_data()
{
    QTest::addColumn<QByteArray>("tool");
    QTest::addColumn<QByteArray>("says");
    QTest::newRow("switched off") << QByteArray("off__echo")
                                  << QByteArray("\"off\" is switched off. If it is needed, ask the person "
                                                "to turn it on in Pasarela.");
    QTest::newRow("switched off for this app")
        << QByteArray("hidden__echo")
        << QByteArray("\"hidden\" is switched off for this app, \"test\". If it is needed, "
                      "ask the person to turn it on for this app in Pasarela.");
    QTest::newRow("not there") << QByteArray("two__echo")
                               << QByteArray("There is no service \"two\". Ask for the list again.");
    QTest::newRow("there, without such a tool") << QByteArray("one__nothing") << QByteArray("Ask for the list again.");
    QTest::newRow("no service's name") << QByteArray("A B__echo") << QByteArray("Ask for the list again.");
}

void tst_requestroutes::unknownToolSaysWhatIsWithItsService()
{
    QFETCH(QByteArray, tool);
    QFETCH(QByteArray, says);
    m_fixture->addEnclave(QStringLiteral("one"));
    m_fixture->addEnclave(QStringLiteral("off"));
    m_fixture->addEnclave(QStringLiteral("hidden"));
    m_fixture->enclave(QStringLiteral("off")).enabled = false;
    m_fixture->config.clients[ClientId(QStringLiteral("test"))].disabledEnclaves = {QStringLiteral("hidden")};
    m_fixture->applyConfig();
    auto client = m_fixture->listedClient();
    const QByteArray id = client->request(method::toolsCall, callOf(tool));
    QTRY_VERIFY(client->answerTo(id));
    const QByteArray message = client->answerTo(id)->text(mcp::Message::Field::ErrorMessage);
    QVERIFY2(message.startsWith("Unknown tool: " + tool) && message.contains(says), message);
    // A model is told no command that undoes what a person decided.
    for (const char *command : {"pasarela-gateway", "pasarela.json", "add"})
        QVERIFY2(!message.contains(command), message);
}

void tst_requestroutes::serversErrorsArePassedOnUnchanged()
{
    m_fixture->addEnclave(QStringLiteral("one"));
    auto client = m_fixture->listedClient();
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

void tst_requestroutes::aLostCallIsAToolErrorForTheModel()
{
    m_fixture->addEnclave(QStringLiteral("one"));
    auto client = m_fixture->listedClient();
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
    QVERIFY(client->resultOf(id).contains(mcp::unknownOutcome().toUtf8()));
    // The next call starts it anew.
    const QByteArray next = client->request(method::toolsCall, callOf("one__echo"));
    QTRY_VERIFY_WITH_TIMEOUT(client->answerTo(next), 10000);
    QVERIFY(!client->resultOf(next).contains("isError"));
    QVERIFY(m_fixture->server() != first);
}

void tst_requestroutes::whateverStopsAServiceTellsItsCallsThatTheirOutcomeIsUnknown_data()
{
    QTest::addColumn<std::function<void(RouterFixture &)>>("happens");
    const auto row = [](const char *name, std::function<void(RouterFixture &)> happens) {
        QTest::newRow(name) << std::move(happens);
    };
    row("its death", [](RouterFixture &fixture) { fixture.server()->die(); });
    row("a restart", [](RouterFixture &fixture) { fixture.pool->restart(EnclaveId(QStringLiteral("one"))); });
    row("the gateway's end", [](RouterFixture &fixture) { fixture.pool->closeAll(0ms, [] {}); });
    row("its session is not needed", [](RouterFixture &fixture) {
        fixture.pool->close({EnclaveId(QStringLiteral("one")), {}, {}});
    });
    row("its time is over", [](RouterFixture &) {});
}

void tst_requestroutes::whateverStopsAServiceTellsItsCallsThatTheirOutcomeIsUnknown()
{
    using Happens = std::function<void(RouterFixture &)>;
    QFETCH(Happens, happens);
    m_fixture->addEnclave(QStringLiteral("one"));
    auto client = m_fixture->listedClient();
    m_fixture->holdCalls();
    if (QTest::currentDataTag() == QByteArray("its time is over")) {
        m_fixture->enclave(QStringLiteral("one")).timeouts.call = 1s;
        m_fixture->applyConfig();
    }
    const QByteArray id = client->request(method::toolsCall, callOf("one__echo"));
    QTRY_COMPARE(m_fixture->server()->count(method::toolsCall), 1);
    happens(*m_fixture);
    QTRY_VERIFY(client->answerTo(id));
    const QByteArray said = client->resultOf(id);
    QVERIFY2(said.contains("\"isError\":true") && said.contains(mcp::unknownOutcome().toUtf8()), said);
    QVERIFY2(!said.toLower().contains("repeat") && !said.contains("ry again"), said);
}

void tst_requestroutes::aServiceThatCannotStartIsAToolErrorThatSaysWhy()
{
    m_fixture->addEnclave(QStringLiteral("one"));
    auto client = m_fixture->listedClient();
    m_fixture->servers->scripts[QStringLiteral("one")].startFails = true;
    m_fixture->server()->die();
    QTRY_VERIFY(!m_fixture->pool->ready({EnclaveId(QStringLiteral("one")), {}, {}}));
    const QByteArray id = client->request(method::toolsCall, callOf("one__echo"));
    QTRY_VERIFY_WITH_TIMEOUT(client->answerTo(id), 60000);
    QVERIFY(client->resultOf(id).contains("\"isError\":true"));
    QVERIFY(client->resultOf(id).contains("no program of this name"));
    QVERIFY(client->resultOf(id).contains("The call was not done."));
    QVERIFY(!client->resultOf(id).contains(mcp::unknownOutcome().toUtf8()));
}

void tst_requestroutes::aServiceThatCannotStartTellsWhyAlsoBeforeItsToolsAreKnown()
{
    m_fixture->servers->scripts[QStringLiteral("broken")].startFails = true;
    m_fixture->enclave(QStringLiteral("broken")).launch = StdioLaunch{QStringLiteral("x"), {}};
    m_fixture->applyConfig();
    auto client = m_fixture->openClient();
    const QByteArray id = client->request(method::toolsCall, callOf("broken__anything"));
    QTRY_VERIFY(client->answerTo(id));
    QVERIFY(client->resultOf(id).contains("\"isError\":true"));
    QVERIFY(client->resultOf(id).contains("no program of this name"));
    QVERIFY(client->resultOf(id).contains("The call was not done."));
    QVERIFY(!client->resultOf(id).contains(mcp::unknownOutcome().toUtf8()));
}

void tst_requestroutes::anUnknownPrefixWaitsForNobody()
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

void tst_requestroutes::twoClientsShareOneServerAndNeverSeeEachOthersAnswers()
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
    m_fixture->server()->answer(held[1], R"({"is":"second"})");
    m_fixture->server()->answer(held[0], R"({"is":"first"})");
    QTRY_VERIFY(a->answerTo("9") && b->answerTo("9"));
    QCOMPARE(a->resultOf("9"), QByteArray(R"({"is":"first"})"));
    QCOMPARE(b->resultOf("9"), QByteArray(R"({"is":"second"})"));
    QCOMPARE(m_fixture->servers->of(QStringLiteral("one")).size(), size_t(1));
}

void tst_requestroutes::progressCarriesTheClientsOwnToken_data()
{
    QTest::addColumn<QByteArray>("token");
    QTest::newRow("number") << QByteArray("7");
    QTest::newRow("string") << QByteArray("\"t\\u00e9\"");
}

void tst_requestroutes::progressCarriesTheClientsOwnToken()
{
    QFETCH(QByteArray, token);
    m_fixture->addEnclave(QStringLiteral("one"));
    auto client = m_fixture->listedClient();
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

void tst_requestroutes::noTokenNoProgressAskedFor()
{
    m_fixture->addEnclave(QStringLiteral("one"));
    auto client = m_fixture->openClient();
    const QByteArray id = client->request(method::toolsCall, callOf("one__echo"));
    QTRY_VERIFY(client->answerTo(id));
    QVERIFY(!m_fixture->server()->last(method::toolsCall).bytes().contains("progressToken"));
}

void tst_requestroutes::promptsAndCompletionReachTheirServer()
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

void tst_requestroutes::resourcesReachTheirOwnerByListAndTemplate()
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

void tst_requestroutes::unknownResourceIsRefusedWithItsUri()
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

QTEST_GUILESS_MAIN(tst_requestroutes)
#include "tst_requestroutes.moc"
