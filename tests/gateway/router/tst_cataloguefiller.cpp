// SPDX-License-Identifier: MIT
#include "tests/support/routerfixture.h"

#include <QTest>

using namespace pasarela;
using namespace pasarela::test;
namespace method = mcp::method;

/// Lists as clients get them: when they are waited for, fetched again and announced.
class tst_cataloguefiller : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init() { m_fixture = std::make_unique<RouterFixture>(); }
    void cleanup() { m_fixture.reset(); }

    void firstListWaitsForServicesNeverSeen();
    void firstListDoesNotWaitForAServiceThatCannotStart();
    void aServiceThatHangsIsWaitedForOnce();
    void secondListNeedsNoServer();
    void refusesACursor();

    void changedListsAreFetchedAndAnnouncedOnce();
    void aListThatIsRefusedStaysAsItWas();
    void aChangeDuringAFetchIsNotLost();
    void removingAnEnclaveIsAnnounced();

private:
    std::unique_ptr<RouterFixture> m_fixture;
};

void tst_cataloguefiller::firstListWaitsForServicesNeverSeen()
{
    m_fixture->addEnclave(QStringLiteral("one"));
    m_fixture->addEnclave(QStringLiteral("two"));
    auto client = m_fixture->openClient();
    const QByteArray id = client->request(method::toolsList);
    QTRY_VERIFY(client->answerTo(id));
    QVERIFY(client->resultOf(id).contains("one__echo"));
    QVERIFY(client->resultOf(id).contains("two__echo"));
}

void tst_cataloguefiller::firstListDoesNotWaitForAServiceThatCannotStart()
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

void tst_cataloguefiller::aServiceThatHangsIsWaitedForOnce()
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

void tst_cataloguefiller::secondListNeedsNoServer()
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

void tst_cataloguefiller::refusesACursor()
{
    auto client = m_fixture->openClient();
    const QByteArray id = client->request(method::toolsList, R"({"cursor":"x"})");
    QTRY_VERIFY(client->answerTo(id));
    QCOMPARE(client->answerTo(id)->at(mcp::Message::Field::ErrorCode).toByteArray(), QByteArray("-32602"));
}

void tst_cataloguefiller::changedListsAreFetchedAndAnnouncedOnce()
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

void tst_cataloguefiller::aListThatIsRefusedStaysAsItWas()
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

void tst_cataloguefiller::aChangeDuringAFetchIsNotLost()
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

void tst_cataloguefiller::removingAnEnclaveIsAnnounced()
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

QTEST_GUILESS_MAIN(tst_cataloguefiller)
#include "tst_cataloguefiller.moc"
