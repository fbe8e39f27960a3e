// SPDX-License-Identifier: MIT
#include "tests/support/routerfixture.h"

#include <QTest>

#include <algorithm>

using namespace pasarela;
using namespace pasarela::test;
using namespace std::chrono_literals;
namespace method = mcp::method;

/// Reverse requests (sampling, elicitation, roots): to whom they go, and that they go to nobody else (rules B1 ff.).
class tst_reverserouter : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init() { m_fixture = std::make_unique<RouterFixture>(); }
    void cleanup() { m_fixture.reset(); }

    void aRequestReachesTheClientWhoseCallIsInFlight();
    void aRequestIsRefusedWhereTheClientCannotAnswerIt_data();
    void aRequestIsRefusedWhereTheClientCannotAnswerIt();
    void aClientOfAnOlderRevisionTakesContextUndeclaredButNoTools_data();
    void aClientOfAnOlderRevisionTakesContextUndeclaredButNoTools();
    void aRequestIsRefusedWhileTwoClientsAreAtWork();
    void exclusiveServicesServeOneCallAtATime();
    void aCallThatWasCancelledLeavesItOpenWhoIsAsked();
    void callsThatWaitForAClientThatLeavesAreNeverMade();
    void isolatedServicesHaveAServerForEachClient();
    void anIsolatedServerEndsWithItsClient();
    void progressOnARequestComesBackUnderTheServersToken();
    void aWithdrawnRequestIsWithdrawnFromTheClient();
    void aRequestThatIsNotAnsweredInTimeIsAFailureAndWithdrawn();
    void theRequestOfAServerThatDiedIsWithdrawn();
    void rootsOfASharedServerAtItsStartAreEmpty();
    void answerWithAForeignIdIsDropped();
    void anAnswerThatCannotBeReadIsAFailure_data();
    void anAnswerThatCannotBeReadIsAFailure();

private:
    /// The enclave "one" with this policy.
    void addOne(ReversePolicy reverse);

    std::unique_ptr<RouterFixture> m_fixture;
};

void tst_reverserouter::addOne(ReversePolicy reverse)
{
    m_fixture->addEnclave(QStringLiteral("one"));
    m_fixture->enclave(QStringLiteral("one")).reverse = reverse;
    m_fixture->applyConfig();
}

void tst_reverserouter::aRequestReachesTheClientWhoseCallIsInFlight()
{
    m_fixture->addEnclave(QStringLiteral("one"));
    auto client = m_fixture->listedClient(R"({"sampling":{},"elicitation":{},"roots":{}})");
    m_fixture->holdCalls();
    const QByteArray id = client->request(method::toolsCall, callOf("one__echo"));
    QTRY_COMPARE(m_fixture->server()->count(method::toolsCall), 1);
    m_fixture->server()->ask("\"q1\"", method::samplingCreateMessage, R"({"maxTokens":5,"messages":[]})");
    QTRY_COMPARE(client->count(method::samplingCreateMessage), 1);
    const mcp::Message request = client->messagesOf(method::samplingCreateMessage).front();
    QVERIFY(request.id().startsWith("\"repoch-"));
    client->answer(request, R"({"role":"assistant","n":1.0})");
    QTRY_VERIFY(m_fixture->server()->answerTo("\"q1\""));
    QCOMPARE(m_fixture->server()->answerTo("\"q1\"")->resultBody().toByteArray(),
             QByteArray(R"({"role":"assistant","n":1.0})"));
    m_fixture->server()->answer(m_fixture->server()->last(method::toolsCall), "{}");
    QTRY_VERIFY(client->answerTo(id));
}

void tst_reverserouter::aRequestIsRefusedWhereTheClientCannotAnswerIt_data()
{
    QTest::addColumn<QByteArray>("capabilities");
    QTest::addColumn<QByteArray>("wanted");
    QTest::addColumn<QByteArray>("params");
    QTest::addColumn<bool>("asked");
    const QByteArray form = R"({"message":"m","requestedSchema":{}})";
    const QByteArray url = R"({"mode":"url","message":"m","url":"https://example.org"})";
    const QByteArray elicit = method::elicitationCreate;
    QTest::newRow("nothing declared") << QByteArray("{}") << QByteArray(method::samplingCreateMessage)
                                      << QByteArray("{}") << false;
    QTest::newRow("form with an empty object") << QByteArray(R"({"elicitation":{}})") << elicit << form << true;
    QTest::newRow("url with an empty object") << QByteArray(R"({"elicitation":{}})") << elicit << url << false;
    QTest::newRow("url declared") << QByteArray(R"({"elicitation":{"url":{}}})") << elicit << url << true;
    QTest::newRow("form where only url is declared")
        << QByteArray(R"({"elicitation":{"url":{}}})") << elicit << form << false;
    const QByteArray sample = method::samplingCreateMessage;
    const QByteArray plain = R"({"sampling":{}})";
    QTest::newRow("sampling") << plain << sample << QByteArray(R"({"maxTokens":5,"messages":[]})") << true;
    QTest::newRow("sampling without context")
        << plain << sample << QByteArray(R"({"maxTokens":5,"messages":[],"includeContext":"none"})") << true;
    const QByteArray tools = R"({"maxTokens":5,"messages":[],"tools":[{"name":"t","inputSchema":{}}]})";
    QTest::newRow("sampling with tools") << plain << sample << tools << false;
    QTest::newRow("sampling with tools, declared")
        << QByteArray(R"({"sampling":{"tools":{}}})") << sample << tools << true;
    QTest::newRow("sampling with a choice of tools")
        << plain << sample << QByteArray(R"({"maxTokens":5,"messages":[],"toolChoice":{"mode":"auto"}})") << false;
    const QByteArray context = R"({"maxTokens":5,"messages":[],"includeContext":"thisServer"})";
    QTest::newRow("sampling with context") << plain << sample << context << false;
    QTest::newRow("sampling with context, declared")
        << QByteArray(R"({"sampling":{"context":{}}})") << sample << context << true;
    QTest::newRow("roots") << QByteArray(R"({"roots":{}})") << QByteArray(method::rootsList) << QByteArray("{}")
                           << true;
    QTest::newRow("unknown method") << QByteArray(R"({"sampling":{}})") << QByteArray("future/ask") << QByteArray("{}")
                                    << false;
}

void tst_reverserouter::aRequestIsRefusedWhereTheClientCannotAnswerIt()
{
    QFETCH(QByteArray, capabilities);
    QFETCH(QByteArray, wanted);
    QFETCH(QByteArray, params);
    QFETCH(bool, asked);
    m_fixture->addEnclave(QStringLiteral("one"));
    auto client = m_fixture->busyClient(capabilities);
    m_fixture->server()->ask("42", wanted, params);
    if (asked) {
        QTRY_COMPARE(client->count(wanted), 1);
        return;
    }
    QTRY_VERIFY(m_fixture->server()->answerTo("42"));
    QCOMPARE(m_fixture->server()->answerTo("42")->at(mcp::Message::Field::ErrorCode).toByteArray(),
             QByteArray("-32601"));
    QCOMPARE(client->count(wanted), 0);
}

void tst_reverserouter::aClientOfAnOlderRevisionTakesContextUndeclaredButNoTools_data()
{
    QTest::addColumn<QByteArray>("revision");
    QTest::addColumn<bool>("takesContext");
    QTest::newRow("2024-11-05") << QByteArray("2024-11-05") << true;
    QTest::newRow("2025-03-26") << QByteArray("2025-03-26") << true;
    QTest::newRow("2025-06-18") << QByteArray("2025-06-18") << true;
    QTest::newRow("2025-11-25") << QByteArray("2025-11-25") << false;
}

void tst_reverserouter::aClientOfAnOlderRevisionTakesContextUndeclaredButNoTools()
{
    QFETCH(QByteArray, revision);
    QFETCH(bool, takesContext);
    m_fixture->addEnclave(QStringLiteral("one"));
    auto client = m_fixture->busyClient(R"({"sampling":{}})", revision);
    const QByteArray sample = method::samplingCreateMessage;
    const auto refused = [this](const QByteArray &id) {
        const auto answer = m_fixture->server()->answerTo(id);
        return answer && answer->at(mcp::Message::Field::ErrorCode).toByteArray() == "-32601";
    };
    m_fixture->server()->ask("1", sample, R"({"maxTokens":5,"messages":[],"tools":[]})");
    QTRY_VERIFY(refused("1"));
    QCOMPARE(client->count(sample), 0);
    m_fixture->server()->ask("2", sample, R"({"maxTokens":5,"messages":[],"includeContext":"allServers"})");
    if (takesContext)
        QTRY_COMPARE(client->count(sample), 1);
    else
        QTRY_VERIFY(refused("2"));
    QCOMPARE(client->count(sample), takesContext ? 1 : 0);
}

void tst_reverserouter::aRequestIsRefusedWhileTwoClientsAreAtWork()
{
    m_fixture->addEnclave(QStringLiteral("one"));
    auto a = m_fixture->openClient(R"({"sampling":{}})");
    auto b = m_fixture->openClient(R"({"sampling":{}})");
    const QByteArray list = a->request(method::toolsList);
    QTRY_VERIFY(a->answerTo(list));
    m_fixture->holdCalls();
    a->request(method::toolsCall, callOf("one__echo"));
    b->request(method::toolsCall, callOf("one__echo"));
    QTRY_COMPARE(m_fixture->server()->count(method::toolsCall), 2);
    m_fixture->server()->ask("1", method::samplingCreateMessage);
    QTRY_VERIFY(m_fixture->server()->answerTo("1"));
    QVERIFY(m_fixture->server()->answerTo("1")->errorBody().contains("exclusive"));
    QCOMPARE(a->count(method::samplingCreateMessage) + b->count(method::samplingCreateMessage), 0);
}

void tst_reverserouter::exclusiveServicesServeOneCallAtATime()
{
    addOne(ReversePolicy::Exclusive);
    auto a = m_fixture->openClient(R"({"sampling":{}})");
    auto b = m_fixture->openClient(R"({"sampling":{}})");
    const QByteArray list = a->request(method::toolsList);
    QTRY_VERIFY(a->answerTo(list));
    m_fixture->holdCalls();
    a->request(method::toolsCall, callOf("one__echo"));
    b->request(method::toolsCall, callOf("one__echo"));
    QTRY_COMPARE(m_fixture->server()->count(method::toolsCall), 1);
    m_fixture->server()->ask("1", method::samplingCreateMessage);
    QTRY_COMPARE(a->count(method::samplingCreateMessage), 1);
    QCOMPARE(m_fixture->server()->count(method::toolsCall), 1);
    m_fixture->server()->answer(m_fixture->server()->last(method::toolsCall), "{}");
    QTRY_COMPARE(m_fixture->server()->count(method::toolsCall), 2);
    m_fixture->server()->ask("2", method::samplingCreateMessage);
    QTRY_COMPARE(b->count(method::samplingCreateMessage), 1);
}

void tst_reverserouter::aCallThatWasCancelledLeavesItOpenWhoIsAsked()
{
    addOne(ReversePolicy::Exclusive);
    ScriptedClient a(*m_fixture->router, QStringLiteral("first"));
    ScriptedClient b(*m_fixture->router, QStringLiteral("second"));
    a.open(R"({"sampling":{}})");
    b.open(R"({"sampling":{}})");
    const QByteArray list = a.request(method::toolsList);
    QTRY_VERIFY(a.answerTo(list));
    ScriptedServer *server = m_fixture->server();
    m_fixture->holdCalls();
    const QByteArray call = a.request(method::toolsCall, callOf("one__echo"));
    QTRY_COMPARE(server->count(method::toolsCall), 1);
    b.request(method::toolsCall, callOf("one__echo"));
    a.notify(method::cancelled, R"({"requestId":)" + call + '}');
    QTRY_COMPARE(server->count(method::toolsCall), 2);
    server->ask("1", method::samplingCreateMessage); // still on a's behalf
    QTRY_VERIFY(server->answerTo("1"));
    QCOMPARE(server->answerTo("1")->kind(), mcp::Message::Kind::Error);
    QCOMPARE(b.count(method::samplingCreateMessage), 0);
}

void tst_reverserouter::callsThatWaitForAClientThatLeavesAreNeverMade()
{
    addOne(ReversePolicy::Exclusive);
    auto leaving = m_fixture->listedClient();
    auto staying = m_fixture->openClient();
    ScriptedServer *server = m_fixture->server();
    m_fixture->holdCalls();
    leaving->requestAs("\"m\"", method::toolsCall, callOf("one__echo"));
    leaving->requestAs("\"a\"", method::toolsCall, callOf("one__echo"));
    leaving->requestAs("\"z\"", method::toolsCall, callOf("one__echo"));
    QTRY_COMPARE(server->count(method::toolsCall), 1);
    leaving->close();
    QTRY_COMPARE(server->count(method::cancelled), 1);
    staying->request(method::toolsCall, callOf("one__echo"));
    QTRY_COMPARE(server->count(method::toolsCall), 2);
    QCOMPARE(server->count(method::cancelled), 1);
}

void tst_reverserouter::isolatedServicesHaveAServerForEachClient()
{
    addOne(ReversePolicy::Isolated);
    auto a = m_fixture->listedClient(R"({"sampling":{}})");
    auto b = m_fixture->listedClient(R"({"sampling":{}})");
    for (ScriptedClient *client : {a.get(), b.get()}) {
        const QByteArray id = client->request(method::toolsCall, callOf("one__echo"));
        QTRY_VERIFY(client->answerTo(id));
    }
    const auto servers = m_fixture->servers->of(QStringLiteral("one"));
    QCOMPARE(servers.size(), size_t(2));
    QCOMPARE(servers[0]->count(method::toolsCall), 1);
    QCOMPARE(servers[1]->count(method::toolsCall), 1);
    servers[0]->ask("1", method::samplingCreateMessage); // also when nothing is in flight: whose it is, is certain
    servers[1]->ask("1", method::samplingCreateMessage);
    servers[1]->ask("2", method::samplingCreateMessage);
    QTRY_COMPARE(b->count(method::samplingCreateMessage), 2);
    QTRY_COMPARE(a->count(method::samplingCreateMessage), 1);
}

void tst_reverserouter::anIsolatedServerEndsWithItsClient()
{
    addOne(ReversePolicy::Isolated);
    auto client = m_fixture->listedClient();
    const QByteArray id = client->request(method::toolsCall, callOf("one__echo"));
    QTRY_VERIFY(client->answerTo(id));
    QCOMPARE(m_fixture->pool->facts().size(), size_t(1));
    client->close();
    QTRY_VERIFY(m_fixture->pool->facts().empty());
}

void tst_reverserouter::progressOnARequestComesBackUnderTheServersToken()
{
    m_fixture->addEnclave(QStringLiteral("one"));
    auto client = m_fixture->busyClient(R"({"sampling":{}})");
    ScriptedServer *server = m_fixture->server();
    server->ask("8", method::samplingCreateMessage, R"({"_meta":{"progressToken":7},"messages":[]})");
    QTRY_COMPARE(client->count(method::samplingCreateMessage), 1);
    const QByteArray token = client->messagesOf(method::samplingCreateMessage)
                                 .front()
                                 .at(mcp::Message::Field::ParamsMetaProgressToken)
                                 .toByteArray();
    QVERIFY(token != "7"); // another server may use the same
    client->notify(method::progress, R"({"progressToken":7,"progress":1})"); // nobody's
    client->notify(method::progress, R"({"progressToken":)" + token + R"(,"progress":0.50})");
    QTRY_COMPARE(server->count(method::progress), 1);
    QCOMPARE(server->last(method::progress).params().toByteArray(),
             QByteArray(R"({"progressToken":7,"progress":0.50})"));
}

void tst_reverserouter::aWithdrawnRequestIsWithdrawnFromTheClient()
{
    m_fixture->addEnclave(QStringLiteral("one"));
    auto client = m_fixture->busyClient(R"({"sampling":{}})");
    m_fixture->server()->ask("8", method::samplingCreateMessage);
    QTRY_COMPARE(client->count(method::samplingCreateMessage), 1);
    m_fixture->server()->notify(method::cancelled, R"({"requestId":8})");
    QTRY_COMPARE(client->count(method::cancelled), 1);
    const mcp::Message request = client->messagesOf(method::samplingCreateMessage).front();
    QCOMPARE(client->messagesOf(method::cancelled).front().at(mcp::Message::Field::ParamsRequestId).toByteArray(),
             request.id().toByteArray());
}

void tst_reverserouter::aRequestThatIsNotAnsweredInTimeIsAFailureAndWithdrawn()
{
    ClientSession::Limits limits;
    limits.reverseDeadline = 50ms;
    m_fixture = std::make_unique<RouterFixture>(limits);
    m_fixture->addEnclave(QStringLiteral("one"));
    auto client = m_fixture->listedClient(R"({"sampling":{}})");
    m_fixture->holdCalls();
    const QByteArray call = client->request(method::toolsCall, callOf("one__echo"));
    ScriptedServer *server = m_fixture->server();
    QTRY_COMPARE(server->count(method::toolsCall), 1);
    server->ask("8", method::samplingCreateMessage);
    QTRY_VERIFY(server->answerTo("8"));
    QVERIFY(server->answerTo("8")->errorBody().contains("did not answer in time"));
    QTRY_COMPARE(client->count(method::cancelled), 1);
    const mcp::Message request = client->messagesOf(method::samplingCreateMessage).front();
    QCOMPARE(client->messagesOf(method::cancelled).front().at(mcp::Message::Field::ParamsRequestId).toByteArray(),
             request.id().toByteArray());

    client->answer(request, R"({"role":"assistant"})"); // too late: it finds nobody
    server->answer(server->last(method::toolsCall), R"({"content":[]})"); // the call itself goes on
    QTRY_COMPARE(client->resultOf(call), QByteArray(R"({"content":[]})"));
    const auto answers = std::count_if(server->received().begin(), server->received().end(),
                                       [](const mcp::Message &m) { return m.isResponse() && m.id() == "8"; });
    QCOMPARE(answers, 1);
}

void tst_reverserouter::theRequestOfAServerThatDiedIsWithdrawn()
{
    m_fixture->addEnclave(QStringLiteral("one"));
    auto client = m_fixture->busyClient(R"({"sampling":{}})");
    m_fixture->server()->ask("8", method::samplingCreateMessage);
    m_fixture->server()->ask("9", method::samplingCreateMessage);
    QTRY_COMPARE(client->count(method::samplingCreateMessage), 2);
    m_fixture->server()->die();
    QTRY_COMPARE(client->count(method::cancelled), 2);
    // An answer that comes all the same finds nobody.
    client->answer(client->messagesOf(method::samplingCreateMessage).front(), "{}");
    const QByteArray ping = client->request(method::ping);
    QTRY_VERIFY(client->answerTo(ping));
}

void tst_reverserouter::rootsOfASharedServerAtItsStartAreEmpty()
{
    m_fixture->addEnclave(QStringLiteral("one"));
    auto client = m_fixture->listedClient(R"({"roots":{"listChanged":true}})");
    m_fixture->server()->ask("3", method::rootsList);
    QTRY_VERIFY(m_fixture->server()->answerTo("3"));
    QCOMPARE(m_fixture->server()->answerTo("3")->resultBody().toByteArray(), QByteArray(R"({"roots":[]})"));
    QCOMPARE(client->count(method::rootsList), 0);
}

void tst_reverserouter::answerWithAForeignIdIsDropped()
{
    auto client = m_fixture->openClient();
    client->sendRaw(R"({"jsonrpc":"2.0","id":"rother-1","result":{}})");
    const QByteArray ping = client->request(method::ping);
    QTRY_COMPARE(client->resultOf(ping), QByteArray("{}"));
    QVERIFY(!client->isClosed());
}

void tst_reverserouter::anAnswerThatCannotBeReadIsAFailure_data()
{
    QTest::addColumn<QByteArray>("rest");
    QTest::newRow("a member twice") << QByteArray(R"("result":{"role":"a"},"result":{}})");
    QTest::newRow("result and error") << QByteArray(R"("result":{},"error":{"code":1,"message":"m"}})");
}

void tst_reverserouter::anAnswerThatCannotBeReadIsAFailure()
{
    QFETCH(QByteArray, rest);
    m_fixture->addEnclave(QStringLiteral("one"));
    auto client = m_fixture->busyClient(R"({"sampling":{}})");
    m_fixture->server()->ask("42", method::samplingCreateMessage, R"({"maxTokens":5,"messages":[]})");
    QTRY_COMPARE(client->count(method::samplingCreateMessage), 1);
    const QByteArray id = client->messagesOf(method::samplingCreateMessage).front().id().toByteArray();
    client->sendRaw(R"({"jsonrpc":"2.0","id":)" + id + ',' + rest);
    QTRY_VERIFY(m_fixture->server()->answerTo("42"));
    QVERIFY(m_fixture->server()->answerTo("42")->errorBody().contains("cannot be read"));
    QCOMPARE(client->answersTo(id), 0); // an answer is not answered
}

QTEST_GUILESS_MAIN(tst_reverserouter)
#include "tst_reverserouter.moc"
