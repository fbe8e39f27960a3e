// SPDX-License-Identifier: MIT
#include "tests/support/routerfixture.h"

#include <QTest>

using namespace pasarela;
using namespace pasarela::test;
namespace method = mcp::method;

/// What servers tell by themselves: updates of resources to subscribers, log messages by level.
class tst_router : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init() { m_fixture = std::make_unique<RouterFixture>(); }
    void cleanup() { m_fixture.reset(); }

    void subscriptionsAreCountedAndUpdatesReachOnlySubscribers();
    void subscriptionsAreRenewedAfterAServersDeath();
    void aSubscriptionThatWasRefusedIsNobodys();

    void logMessagesAreFilteredByEachClientsLevel();
    void theLogLevelGoesBackWhenItsClientLeaves();

    void changedRootsAreToldToThisClientsOwnServersOnly();

private:
    std::unique_ptr<RouterFixture> m_fixture;
};

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

void tst_router::changedRootsAreToldToThisClientsOwnServersOnly()
{
    for (const char *name : {"own", "isolated", "shared"})
        m_fixture->addEnclave(QLatin1String(name));
    m_fixture->enclave(QStringLiteral("own")).scope = Scope::Client;
    m_fixture->enclave(QStringLiteral("isolated")).reverse = ReversePolicy::Isolated;
    m_fixture->applyConfig();
    const QByteArrayList tools{"own__echo", "isolated__echo", "shared__echo"};
    auto changing = m_fixture->listedClient(R"({"roots":{"listChanged":true}})");
    auto other = m_fixture->listedClient(R"({"roots":{"listChanged":true}})");
    for (ScriptedClient *client : {changing.get(), other.get()}) {
        for (const QByteArray &tool : tools) {
            const QByteArray id = client->request(method::toolsCall, callOf(tool));
            QTRY_VERIFY(client->answerTo(id));
        }
    }
    changing->notify(method::rootsListChanged, R"({"_meta":{"n":1.0}})");
    for (const QByteArray &tool : tools) { // behind it on each way
        const QByteArray id = changing->request(method::toolsCall, callOf(tool));
        QTRY_VERIFY(changing->answerTo(id));
    }
    for (const char *name : {"own", "isolated"}) {
        const auto servers = m_fixture->servers->of(QLatin1String(name));
        QCOMPARE(servers.size(), size_t(2));
        QCOMPARE(servers[0]->count(method::toolsCall), 2);
        QCOMPARE(servers[0]->count(method::rootsListChanged), 1);
        QCOMPARE(servers[0]->last(method::rootsListChanged).params().toByteArray(),
                 QByteArray(R"({"_meta":{"n":1.0}})"));
        QCOMPARE(servers[1]->count(method::toolsCall), 1);
        QCOMPARE(servers[1]->count(method::rootsListChanged), 0);
    }
    const auto shared = m_fixture->servers->of(QStringLiteral("shared"));
    QCOMPARE(shared.size(), size_t(1));
    QCOMPARE(shared[0]->count(method::toolsCall), 3);
    QCOMPARE(shared[0]->count(method::rootsListChanged), 0);
}

QTEST_GUILESS_MAIN(tst_router)
#include "tst_router.moc"
