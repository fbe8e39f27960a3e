// SPDX-License-Identifier: MIT
#include "tests/support/routerfixture.h"
#include "tests/support/scriptedtransport.h"

#include <QPointer>
#include <QTest>

using namespace pasarela;
using namespace pasarela::test;
namespace method = mcp::method;

/// One client's connection: its handshake, ids, batches, cancellation and end.
class tst_clientsession : public QObject {
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
    void anIdIsTheSameHoweverItIsWritten();

    void takesBatchesWhereTheRevisionHasThem();
    void refusesBatchesOfOtherRevisions_data();
    void refusesBatchesOfOtherRevisions();

    void refusesRequestsBeyondTheLimitUntilSomeAreAnswered();
    void aClientThatDoesNotReadLosesItsConnection();

    void cancellingReachesTheServerAndLeavesNoAnswer();
    void aClientThatLeavesCancelsItsCalls();

private:
    std::unique_ptr<RouterFixture> m_fixture;
};

void tst_clientsession::answersInitializeWithTheRevisionTheClientAskedFor_data()
{
    QTest::addColumn<QByteArray>("asked");
    QTest::addColumn<QByteArray>("answered");
    for (const char *revision : {"2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25"})
        QTest::newRow(revision) << QByteArray(revision) << QByteArray(revision);
    QTest::newRow("modern is not an answer to initialize") << QByteArray("2026-07-28") << QByteArray("2025-11-25");
    QTest::newRow("unknown") << QByteArray("1999-01-01") << QByteArray("2025-11-25");
}

void tst_clientsession::answersInitializeWithTheRevisionTheClientAskedFor()
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

void tst_clientsession::refusesRequestsBeforeInitialize()
{
    ScriptedClient client(*m_fixture->router, QStringLiteral("test"));
    const QByteArray id = client.request(method::toolsList);
    QTRY_VERIFY(client.answerTo(id));
    QCOMPARE(client.answerTo(id)->at(mcp::Message::Field::ErrorCode).toByteArray(), QByteArray("-32600"));
}

void tst_clientsession::refusesASecondInitialize()
{
    auto client = m_fixture->openClient();
    const QByteArray id = client->request(method::initialize, R"({"protocolVersion":"2025-11-25"})");
    QTRY_VERIFY(client->answerTo(id));
    QCOMPARE(client->answerTo(id)->kind(), mcp::Message::Kind::Error);
}

void tst_clientsession::answersServerDiscoverWithMethodNotFoundAndGoesOn()
{
    ScriptedClient client(*m_fixture->router, QStringLiteral("test"));
    const QByteArray id = client.request(method::serverDiscover, "{}");
    client.open();
    QTRY_VERIFY(client.answerTo("2"));
    QCOMPARE(client.answerTo(id)->at(mcp::Message::Field::ErrorCode).toByteArray(), QByteArray("-32601"));
    QCOMPARE(client.answerTo("2")->kind(), mcp::Message::Kind::Result);
}

void tst_clientsession::answersPingWithAnEmptyObject()
{
    ScriptedClient client(*m_fixture->router, QStringLiteral("test"));
    const QByteArray id = client.request(method::ping);
    QTRY_COMPARE(client.resultOf(id), QByteArray("{}"));
}

void tst_clientsession::refusesTwoOpenRequestsWithOneId()
{
    m_fixture->addEnclave(QStringLiteral("one"));
    auto client = m_fixture->openClient();
    client->requestAs("77", method::toolsList);
    client->requestAs("77", method::toolsList);
    QTRY_COMPARE(client->answersTo("77"), 2);
    QCOMPARE(client->answerTo("77")->kind(), mcp::Message::Kind::Error);
}

void tst_clientsession::keepsIdsOfEveryTypeApart()
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

void tst_clientsession::anIdIsTheSameHoweverItIsWritten()
{
    m_fixture->addEnclave(QStringLiteral("one"));
    auto client = m_fixture->listedClient();
    m_fixture->holdCalls();
    client->requestAs(R"("a")", method::toolsCall, callOf("one__echo"));
    QTRY_COMPARE(m_fixture->server()->count(method::toolsCall), 1);
    const QByteArray escaped = R"("\u0061")";
    client->requestAs(escaped, method::toolsCall, callOf("one__echo"));
    QTRY_VERIFY(client->answerTo(escaped));
    QCOMPARE(client->answerTo(escaped)->at(mcp::Message::Field::ErrorCode).toByteArray(), QByteArray("-32600"));
    client->notify(method::cancelled, R"({"requestId":)" + escaped + '}');
    QTRY_COMPARE(m_fixture->server()->count(method::cancelled), 1);
}

void tst_clientsession::takesBatchesWhereTheRevisionHasThem()
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

void tst_clientsession::refusesBatchesOfOtherRevisions_data()
{
    QTest::addColumn<QByteArray>("revision");
    for (const char *revision : {"2024-11-05", "2025-06-18", "2025-11-25"})
        QTest::newRow(revision) << QByteArray(revision);
}

void tst_clientsession::refusesBatchesOfOtherRevisions()
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

void tst_clientsession::refusesRequestsBeyondTheLimitUntilSomeAreAnswered()
{
    ClientSession::Limits limits;
    limits.openRequests = 2;
    m_fixture = std::make_unique<RouterFixture>(limits);
    m_fixture->addEnclave(QStringLiteral("one"));
    auto client = m_fixture->busyClient();
    auto other = m_fixture->openClient();
    ScriptedServer *server = m_fixture->server();
    const QByteArray second = client->request(method::toolsCall, callOf("one__echo"));
    QTRY_COMPARE(server->count(method::toolsCall), 2);
    const mcp::Message secondCall = server->last(method::toolsCall);

    const QByteArray third = client->request(method::toolsCall, callOf("one__echo"));
    QTRY_VERIFY(client->answerTo(third));
    QCOMPARE(client->answerTo(third)->at(mcp::Message::Field::ErrorCode).toByteArray(), QByteArray("-32000"));
    QVERIFY(client->answerTo(third)->errorBody().contains("too many requests are open"));
    const QByteArray ping = client->request(method::ping);
    QTRY_COMPARE(client->resultOf(ping), QByteArray("{}"));
    other->request(method::toolsCall, callOf("one__echo")); // each client has its own limit
    QTRY_COMPARE(server->count(method::toolsCall), 3);

    server->answer(secondCall, "{}");
    QTRY_COMPARE(client->resultOf(second), QByteArray("{}"));
    client->request(method::toolsCall, callOf("one__echo"));
    QTRY_COMPARE(server->count(method::toolsCall), 4);
}

void tst_clientsession::aClientThatDoesNotReadLosesItsConnection()
{
    ClientSession::Limits limits;
    limits.sendQueue = 100000;
    m_fixture = std::make_unique<RouterFixture>(limits);
    m_fixture->addEnclave(QStringLiteral("one"));
    auto other = m_fixture->listedClient();
    m_fixture->holdCalls();
    auto end = std::make_unique<ScriptedTransport>();
    const QPointer<ScriptedTransport> deaf = end.get();
    m_fixture->router->addClient(std::move(end), {});
    deaf->say(R"({"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-11-25"}})");
    deaf->say(R"({"jsonrpc":"2.0","id":2,"method":"tools/call","params":)" + callOf("one__echo") + '}');
    QTRY_COMPARE(m_fixture->server()->count(method::toolsCall), 1);

    deaf->queued = limits.sendQueue;
    deaf->say(R"({"jsonrpc":"2.0","id":3,"method":"ping"})");
    const QByteArray ping = other->request(method::ping);
    QTRY_COMPARE(other->resultOf(ping), QByteArray("{}"));
    QVERIFY(deaf); // just as much as it may be

    deaf->queued = limits.sendQueue + 1;
    deaf->say(R"({"jsonrpc":"2.0","id":4,"method":"ping"})");
    QTRY_VERIFY(!deaf);
    QCOMPARE(m_fixture->router->clients().size(), size_t(1));
    QTRY_COMPARE(m_fixture->server()->count(method::cancelled), 1);
    m_fixture->server()->onRequest = {};
    const QByteArray call = other->request(method::toolsCall, callOf("one__echo"));
    QTRY_VERIFY(other->resultOf(call).contains("one"));
}

void tst_clientsession::cancellingReachesTheServerAndLeavesNoAnswer()
{
    m_fixture->addEnclave(QStringLiteral("one"));
    auto client = m_fixture->listedClient();
    m_fixture->holdCalls();
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

void tst_clientsession::aClientThatLeavesCancelsItsCalls()
{
    m_fixture->addEnclave(QStringLiteral("one"));
    auto client = m_fixture->listedClient();
    m_fixture->holdCalls();
    client->request(method::toolsCall, callOf("one__echo"));
    client->request(method::toolsCall, callOf("one__echo"));
    QTRY_COMPARE(m_fixture->server()->count(method::toolsCall), 2);
    client->close();
    QTRY_COMPARE(m_fixture->server()->count(method::cancelled), 2);
    QTRY_VERIFY(m_fixture->router->clients().empty());
}

QTEST_GUILESS_MAIN(tst_clientsession)
#include "tst_clientsession.moc"
