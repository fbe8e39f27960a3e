// SPDX-License-Identifier: MIT
#include "gateway/router/auditedcall.h"

#include "gateway/catalog/localtool.h"
#include "tests/support/routerfixture.h"

#include <QTest>

using namespace pasarela;
using namespace pasarela::test;
namespace method = mcp::method;

namespace {

class OwnTool : public LocalToolProvider {
public:
    std::vector<Tool> tools(const ClientId &) const override
    {
        return {{"pasarela__status", R"({"name":"pasarela__status","inputSchema":{"type":"object"}})"}};
    }
    void call(const ClientId &, const QByteArray &, const QByteArray &, Done done) override
    {
        QMetaObject::invokeMethod(
            this, [done = std::move(done)] { done(mcp::Message::result(R"({"content":[]})")); }, Qt::QueuedConnection);
    }
};

} // namespace

Q_DECLARE_METATYPE(pasarela::CallOutcome)

/// Each tool call is told once, with the outcome that its client saw; nothing else is told.
class tst_auditedcall : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init();
    void cleanup() { m_fixture.reset(); }

    void anAnswerIsToldWithItsSizesAndItsTime();
    void whatTheServerSaysDecides_data();
    void whatTheServerSaysDecides();
    void aToolThatIsNotThere_data();
    void aToolThatIsNotThere();
    void noAccountWasChosen();
    void theAccountStandsInIt();
    void noAnswerInTime();
    void theServerDied();
    void theClientTookItBack();
    void theClientLeft();
    void theRouterWentDown();
    void aToolOfOurOwn();
    void nothingButToolCallsIsTold();
    void nobodyNeedsToListen();

private:
    QByteArray call(ScriptedClient &client, const QByteArray &tool)
    {
        return client.request(method::toolsCall, callOf(tool));
    }

    void addAccounts();

    std::unique_ptr<RouterFixture> m_fixture;
    std::vector<AuditEvent> m_told;
};

void tst_auditedcall::init()
{
    m_told.clear();
    m_fixture = std::make_unique<RouterFixture>();
    m_fixture->addEnclave(QStringLiteral("one"));
    m_fixture->router->onCallEnded([this](const AuditEvent &event) { m_told.push_back(event); });
}

void tst_auditedcall::addAccounts()
{
    EnclaveConfig &one = m_fixture->enclave(QStringLiteral("one"));
    for (const QString &name : {QStringLiteral("home"), QStringLiteral("work")})
        one.accounts.insert(AccountId(name), {});
    m_fixture->applyConfig();
    for (const AccountId &account : one.accounts.keys())
        m_fixture->catalog->setLaunch({EnclaveId(QStringLiteral("one")), account}, launchHash(one));
}

void tst_auditedcall::anAnswerIsToldWithItsSizesAndItsTime()
{
    const QDateTime before = QDateTime::currentDateTimeUtc();
    auto client = m_fixture->listedClient();
    const QByteArray id = call(*client, "one__echo");
    QTRY_VERIFY(client->answerTo(id));
    QCOMPARE(m_told.size(), size_t(1));
    const AuditEvent &told = m_told.front();
    QVERIFY(told.time >= before && told.time <= QDateTime::currentDateTimeUtc());
    QCOMPARE(told.client.text(), QStringLiteral("test"));
    QCOMPARE(told.enclave.text(), QStringLiteral("one"));
    QCOMPARE(told.tool, QByteArray("one__echo"));
    QCOMPARE(told.outcome, CallOutcome::Answered);
    QVERIFY(told.requestBytes > callOf("one__echo").size());
    QVERIFY(told.answerBytes > client->resultOf(id).size());
    QVERIFY(told.duration.count() > 0);
    QVERIFY(!toAuditLine(told).contains("\"x\"")); // its argument
}

void tst_auditedcall::whatTheServerSaysDecides_data()
{
    QTest::addColumn<QByteArray>("result");
    QTest::addColumn<CallOutcome>("outcome");
    QTest::newRow("content") << QByteArray(R"({"content":[{"type":"text","text":"\"isError\":true"}]})")
                             << CallOutcome::Answered;
    QTest::newRow("no error") << QByteArray(R"({"isError":false,"content":[]})") << CallOutcome::Answered;
    QTest::newRow("error last") << QByteArray(R"({"content":[{"a":1}],"isError":true})") << CallOutcome::ServerError;
    QTest::newRow("error first") << QByteArray(R"({"isError":true, "content" : [] , "_meta":{}})")
                                 << CallOutcome::ServerError;
    QTest::newRow("error alone") << QByteArray(R"({"isError":true})") << CallOutcome::ServerError;
    QTest::newRow("an error in something else")
        << QByteArray(R"({"structuredContent":{"isError":true}})") << CallOutcome::Answered;
    QTest::newRow("empty") << QByteArray("{}") << CallOutcome::Answered;
    QTest::newRow("refused") << QByteArray() << CallOutcome::ServerError;
}

void tst_auditedcall::whatTheServerSaysDecides()
{
    QFETCH(QByteArray, result);
    QFETCH(CallOutcome, outcome);
    auto client = m_fixture->listedClient();
    m_fixture->server()->onRequest = [this, result](const mcp::Message &request) {
        if (result.isEmpty())
            m_fixture->server()->refuse(request, -32000, QStringLiteral("no"));
        else
            m_fixture->server()->answer(request, result);
        return true;
    };
    const QByteArray id = call(*client, "one__echo");
    QTRY_VERIFY(client->answerTo(id));
    QCOMPARE(m_told.size(), size_t(1));
    QCOMPARE(m_told.front().outcome, outcome);
}

void tst_auditedcall::aToolThatIsNotThere_data()
{
    QTest::addColumn<QByteArray>("tool");
    QTest::addColumn<QString>("enclave");
    QTest::newRow("of an enclave") << QByteArray("one__nothing") << QStringLiteral("one");
    QTest::newRow("of none") << QByteArray("two__echo") << QString();
    QTest::newRow("without a prefix") << QByteArray("echo") << QString();
}

void tst_auditedcall::aToolThatIsNotThere()
{
    QFETCH(QByteArray, tool);
    QFETCH(QString, enclave);
    auto client = m_fixture->listedClient();
    const QByteArray id = call(*client, tool);
    QTRY_VERIFY(client->answerTo(id));
    QCOMPARE(m_told.size(), size_t(1));
    QCOMPARE(m_told.front().outcome, CallOutcome::Failed);
    QCOMPARE(m_told.front().tool, tool);
    QCOMPARE(m_told.front().enclave.text(), enclave);
}

void tst_auditedcall::noAccountWasChosen()
{
    addAccounts();
    auto client = m_fixture->openClient();
    const QByteArray id = call(*client, "one__echo");
    QTRY_VERIFY_WITH_TIMEOUT(client->answerTo(id), 30000);
    QCOMPARE(m_told.size(), size_t(1));
    QCOMPARE(m_told.front().outcome, CallOutcome::Failed);
    QCOMPARE(m_told.front().account, AccountId());
    QVERIFY2(client->resultOf(id).contains("account"), client->resultOf(id).constData());
}

void tst_auditedcall::theAccountStandsInIt()
{
    m_fixture->enclave(QStringLiteral("one")).defaultAccount = AccountId(QStringLiteral("work"));
    m_fixture->enclave(QStringLiteral("one")).scope = Scope::Client;
    addAccounts();
    auto client = m_fixture->openClient();
    const QByteArray id = call(*client, "one__echo");
    QTRY_VERIFY(client->answerTo(id));
    QCOMPARE(m_told.size(), size_t(1));
    QCOMPARE(m_told.front().account.text(), QStringLiteral("work"));
    QVERIFY(clientInScope(m_told.front().scope).has_value());
}

void tst_auditedcall::noAnswerInTime()
{
    auto listed = m_fixture->listedClient();
    m_fixture->holdCalls();
    mcp::ClientInfo info;
    info.callTimeout = std::chrono::milliseconds(50);
    ScriptedClient client(*m_fixture->router, QStringLiteral("test"), info);
    client.open();
    call(client, "one__echo");
    QTRY_COMPARE(m_told.size(), size_t(1));
    QCOMPARE(m_told.front().outcome, CallOutcome::TimedOut);
    QVERIFY(m_told.front().duration >= std::chrono::milliseconds(50));
}

void tst_auditedcall::theServerDied()
{
    auto client = m_fixture->busyClient();
    QVERIFY(m_told.empty());
    m_fixture->server()->die();
    QTRY_COMPARE(m_told.size(), size_t(1));
    QCOMPARE(m_told.front().outcome, CallOutcome::Failed);
    QVERIFY(m_told.front().answerBytes > 0); // the sentence that says so
}

void tst_auditedcall::theClientTookItBack()
{
    auto client = m_fixture->listedClient();
    m_fixture->holdCalls();
    const QByteArray id = call(*client, "one__echo");
    QTRY_COMPARE(m_fixture->server()->count(method::toolsCall), 1);
    client->notify(method::cancelled, R"({"requestId":)" + id + '}');
    QTRY_COMPARE(m_told.size(), size_t(1));
    QCOMPARE(m_told.front().outcome, CallOutcome::Cancelled);
    QCOMPARE(m_told.front().answerBytes, qint64(0));
}

void tst_auditedcall::theClientLeft()
{
    auto client = m_fixture->busyClient();
    client->close();
    QTRY_COMPARE_WITH_TIMEOUT(m_told.size(), size_t(1), 10000);
    QCOMPARE(m_told.front().outcome, CallOutcome::ClientLeft);
    QCOMPARE(m_told.front().enclave.text(), QStringLiteral("one"));
}

void tst_auditedcall::theRouterWentDown()
{
    auto client = m_fixture->busyClient();
    m_fixture->router.reset();
    QCOMPARE(m_told.size(), size_t(1));
    QCOMPARE(m_told.front().outcome, CallOutcome::ClientLeft);
}

void tst_auditedcall::aToolOfOurOwn()
{
    OwnTool own;
    m_fixture->router->addLocalTools(own);
    auto client = m_fixture->openClient();
    const QByteArray id = call(*client, "pasarela__status");
    QTRY_VERIFY(client->answerTo(id));
    QCOMPARE(m_told.size(), size_t(1));
    QCOMPARE(m_told.front().enclave.text(), QStringLiteral("pasarela"));
    QCOMPARE(m_told.front().tool, QByteArray("pasarela__status"));
    QCOMPARE(m_told.front().outcome, CallOutcome::Answered);
    m_fixture->router.reset(); // before the provider
}

void tst_auditedcall::nothingButToolCallsIsTold()
{
    auto client = m_fixture->listedClient();
    const QByteArray read = client->request(method::resourcesRead, R"({"uri":"demo://one"})");
    const QByteArray prompt = client->request(method::promptsGet, R"({"name":"one__greet"})");
    QTRY_VERIFY(client->answerTo(read) && client->answerTo(prompt));
    QVERIFY(m_told.empty());
}

void tst_auditedcall::nobodyNeedsToListen()
{
    m_fixture->router->onCallEnded({});
    auto client = m_fixture->listedClient();
    const QByteArray id = call(*client, "one__echo");
    QTRY_VERIFY(client->answerTo(id));
    QVERIFY(m_told.empty());
}

QTEST_GUILESS_MAIN(tst_auditedcall)
#include "tst_auditedcall.moc"
