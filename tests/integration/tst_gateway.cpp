// SPDX-License-Identifier: MIT
#include "gateway/base/processinfo.h"
#include "gateway/control/controlclient.h"
#include "gateway/ipc/link.h"
#include "gateway/launch/instancelock.h"
#include "gateway/launch/stopwish.h"
#include "tests/gateway/bridge/bridgeprocess.h"
#include "tests/integration/gatewayhome.h"
#include "tests/integration/mcplines.h"
#include "tests/support/rawpeer.h"
#include "tests/support/runningprocess.h"

#include <QCoreApplication>
#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QTest>

#include <csignal>
#include <optional>

using namespace pasarela;
using namespace pasarela::test;

namespace {

/// Asks one time after the other, until a gateway says in its hello that it goes down.
class Farewell {
public:
    explicit Farewell(const Paths &paths)
        : m_client(paths)
    {
        ask();
    }
    bool isHeard() const { return m_heard; }

private:
    void ask()
    {
        m_client.connectToGateway(std::chrono::seconds(3), [this](const Result<GatewayIdentity> &identity) {
            m_heard = identity && identity->leaving;
            if (!m_heard)
                ask();
        });
    }

    ControlClient m_client;
    bool m_heard = false;
};

} // namespace

/// The real gateway with the real command line, bridges and fake servers: what must hold whatever goes wrong around it.
class tst_gateway : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init() { m_home = std::make_unique<GatewayHome>(); }
    void cleanup() { m_home.reset(); }

    void aSecondOneNamesTheFirstAndGivesZero();
    void aLockWhoseHolderIsSilentIsAnErrorThatNamesIt();
    void twoStartedAtOnceBecomeOne();
    void aLaunchedOneObeysTheWishToStop();
    void runByAPersonTakesTheWishBack();
    void aNewOneWaitsUntilTheLastHasSaidGoodbye();

    void twoClientsUseOneServerThroughBridges();

    void anEditedFileIsTakenWithoutARestart();
    void aBrokenEditKeepsTheLastGoodConfiguration();
    void aBrokenFileAtTheStartLeavesAGatewayThatSaysSo();
    void aBrokenFileAtTheStartLeavesTheLastGoodSettingsInUse();
    void theFirstEnclaveIsAnnouncedToWhoIsConnected();
    void aCallsTimeBeginsWithItsSession();
    void aTrialGetsItsSecretsAndNobodyRepeatsThem();
    void anUnknownEnclaveIsAClearError();
    void aCacheThatCannotBeWrittenHarmsNothing();
    void knowsTheToolsAgainAfterARestart();

    void garbageFromAClientIsAnsweredAndHarmsNoOther();
    void aLineOverTheLimitIsRefusedAndTheNextIsServed();
    void halfALineAndGoneHarmsNothing();

    void endsItsServersWithItself();
    void stopCommandEndsStubbornServersToo();
    void sweepsWhatACrashLeftBehind();
    void whatLeavesItsGroupStaysADescendantAndEndsToo_data();
    void whatLeavesItsGroupStaysADescendantAndEndsToo();

private:
    QString runningServerPid(const QString &enclave) const;
    std::unique_ptr<GatewayHome> m_home;
};

void tst_gateway::aSecondOneNamesTheFirstAndGivesZero()
{
    QVERIFY(m_home->start());
    const auto second = m_home->command({QStringLiteral("run")});
    QCOMPARE(second.exitCode, 0);
    QVERIFY(second.out.contains("already running, pid " + QByteArray::number(m_home->gateway().processId())));
    QCOMPARE(m_home->gateway().state(), QProcess::Running);
}

void tst_gateway::aLockWhoseHolderIsSilentIsAnErrorThatNamesIt()
{
    qint64 holder = 0;
    const auto lock = InstanceLock::tryAcquire(m_home->paths(), &holder);
    QVERIFY(lock && *lock);
    const auto refused = m_home->command({QStringLiteral("run")});
    QCOMPARE(refused.exitCode, 1);
    QVERIFY2(refused.err.contains(QByteArray::number(QCoreApplication::applicationPid())), refused.err.constData());
}

void tst_gateway::twoStartedAtOnceBecomeOne()
{
    std::array<QProcess, 4> starts;
    for (QProcess &start : starts)
        start.start(builtProgram(QStringLiteral("pasarela-gateway")),
                    {QStringLiteral("--home"), m_home->home().path(), QStringLiteral("run")});
    QTRY_COMPARE_WITH_TIMEOUT(
        std::count_if(starts.begin(), starts.end(),
                      [](const QProcess &start) { return start.state() == QProcess::NotRunning; }),
        3, 15000);
    for (QProcess &start : starts) {
        if (start.state() == QProcess::NotRunning)
            QCOMPARE(start.exitCode(), 0);
    }
    QVERIFY(!m_home->status().isEmpty());
    QCOMPARE(m_home->command({QStringLiteral("stop")}).exitCode, 0);
    for (QProcess &start : starts)
        QVERIFY(start.state() == QProcess::NotRunning || start.waitForFinished(10000));
}

void tst_gateway::aLaunchedOneObeysTheWishToStop()
{
    QVERIFY(StopWish::record(m_home->paths(), QStringLiteral("tray")).ok());
    const auto launched = m_home->launch();
    QVERIFY(launched->waitForFinished(10000));
    QCOMPARE(launched->exitCode(), 0);
    QVERIFY(StopWish::read(m_home->paths()).has_value());
    QVERIFY(m_home->home().read(QStringLiteral("data/log/gateway.log")).contains("the person stopped it"));
}

void tst_gateway::runByAPersonTakesTheWishBack()
{
    QVERIFY(StopWish::record(m_home->paths(), QStringLiteral("tray")).ok());
    QVERIFY(m_home->start());
    QVERIFY(!StopWish::read(m_home->paths()));
}

void tst_gateway::aNewOneWaitsUntilTheLastHasSaidGoodbye()
{
#ifdef Q_OS_WIN
    QSKIP("A console program without a window cannot be asked to end.");
#endif
    m_home->configure(
        {{QStringLiteral("stubborn"), {QStringLiteral("--ignore-eof"), QStringLiteral("--ignore-sigterm")}}});
    QVERIFY(m_home->start());
    QVERIFY(runningServerPid(QStringLiteral("stubborn")).toLongLong() > 0);
    m_home->gateway().terminate();
    const Farewell farewell(m_home->paths());
    QTRY_VERIFY(farewell.isHeard());
    const auto next = m_home->launch();
    QVERIFY(m_home->gateway().waitForFinished(15000));
    const auto pid = [this] {
        return m_home->status().value(QLatin1String("gateway")).toObject().value(QLatin1String("pid"));
    };
    QTRY_COMPARE_WITH_TIMEOUT(pid().toInteger(), next->processId(), 15000);
    QCOMPARE(m_home->command({QStringLiteral("stop")}).exitCode, 0);
    QVERIFY(next->waitForFinished(10000));
}

void tst_gateway::twoClientsUseOneServerThroughBridges()
{
    m_home->configure({{QStringLiteral("fake"), {}}});
    QVERIFY(m_home->start());
    BridgeProcess a(m_home->home(), {QStringLiteral("--client"), QStringLiteral("claude-desktop")});
    BridgeProcess b(m_home->home(), {QStringLiteral("--client"), QStringLiteral("cursor")});
    for (BridgeProcess *bridge : {&a, &b}) {
        bridge->start();
        bridge->say(initializeLine + '\n' + initializedLine + '\n');
    }
    a.say(callLine("1", "fake__echo", R"({"message":"from a"})") + '\n' + callLine("2", "fake__pid", "{}") + '\n');
    b.say(callLine("\"1\"", "fake__echo", R"({"message":"from b"})") + '\n' + callLine("2", "fake__pid", "{}") + '\n');
    QTRY_VERIFY_WITH_TIMEOUT(hasAnswer(a.lines(), "1", "from a") && hasAnswer(b.lines(), "\"1\"", "from b"), 10000);
    QTRY_VERIFY(hasAnswer(a.lines(), "2", "text") && hasAnswer(b.lines(), "2", "text"));
    QCOMPARE(m_home->status().value(QLatin1String("sessions")).toArray().size(), 1);
    QCOMPARE(m_home->status().value(QLatin1String("clients")).toArray().size(), 2);
    a.closeWriteChannel();
    b.closeWriteChannel();
    QTRY_VERIFY(a.hasEnded() && b.hasEnded());
    QTRY_COMPARE(m_home->status().value(QLatin1String("clients")).toArray().size(), 0);
}

void tst_gateway::anEditedFileIsTakenWithoutARestart()
{
    m_home->configure({{QStringLiteral("one"), {}}});
    QVERIFY(m_home->start());
    m_home->configure({{QStringLiteral("one"), {}}, {QStringLiteral("two"), {}}});
    QTRY_VERIFY_WITH_TIMEOUT(m_home->enclave(QStringLiteral("two")).value(QLatin1String("tools")).toInt() > 0, 15000);
    QCOMPARE(m_home->gateway().state(), QProcess::Running);
    const auto removed = m_home->command({QStringLiteral("enclave"), QStringLiteral("remove"), QStringLiteral("one")});
    QCOMPARE(removed.exitCode, 0);
    QVERIFY(m_home->enclave(QStringLiteral("one")).isEmpty());
}

void tst_gateway::aBrokenEditKeepsTheLastGoodConfiguration()
{
    m_home->configure({{QStringLiteral("one"), {}}});
    QVERIFY(m_home->start());
    m_home->home().write(QStringLiteral("pasarela.json"), "{\n  \"enclaves\": {\n    \"one\": {,\n");
    QTRY_VERIFY_WITH_TIMEOUT(!m_home->status()
                                  .value(QLatin1String("gateway"))
                                  .toObject()
                                  .value(QLatin1String("problems"))
                                  .toArray()
                                  .isEmpty(),
                             10000);
    const QJsonArray problems =
        m_home->status().value(QLatin1String("gateway")).toObject().value(QLatin1String("problems")).toArray();
    QVERIFY2(problems.first().toString().contains(QStringLiteral("pasarela.json:3:")),
             qPrintable(problems.first().toString()));
    const auto call = m_home->command(
        {QStringLiteral("call"), QStringLiteral("one__echo"), QStringLiteral(R"({"message":"still"})")});
    QCOMPARE(call.exitCode, 0);
    QVERIFY(call.out.contains("still"));
}

void tst_gateway::aBrokenFileAtTheStartLeavesAGatewayThatSaysSo()
{
    m_home->home().write(QStringLiteral("pasarela.json"), "{");
    QVERIFY(m_home->start());
    const auto call = m_home->command({QStringLiteral("call"), QStringLiteral("pasarela__status")});
    QCOMPARE(call.exitCode, 0);
    QVERIFY2(call.out.contains("No settings of Pasarela could be read"), call.out.constData());
    QCOMPARE(m_home->home().read(QStringLiteral("pasarela.json")), QByteArray("{"));
}

void tst_gateway::aBrokenFileAtTheStartLeavesTheLastGoodSettingsInUse()
{
    m_home->configure({{QStringLiteral("one"), {}}});
    QVERIFY(m_home->start());
    QCOMPARE(m_home->command({QStringLiteral("stop")}).exitCode, 0);
    m_home->home().write(QStringLiteral("pasarela.json"), "{\n\n  x");
    QVERIFY(m_home->start());
    const auto call = m_home->command(
        {QStringLiteral("call"), QStringLiteral("one__echo"), QStringLiteral(R"({"message":"still"})")});
    QVERIFY2(call.out.contains("still"), call.err.constData());
    const auto status = m_home->command({QStringLiteral("status")});
    QVERIFY2(status.out.contains("last good one is in use") && status.out.contains("pasarela.json:3:3:"),
             status.out.constData());
}

void tst_gateway::theFirstEnclaveIsAnnouncedToWhoIsConnected()
{
    QVERIFY(m_home->start());
    BridgeProcess client(m_home->home());
    client.start();
    client.say(initializeLine + '\n' + initializedLine + '\n' + R"({"jsonrpc":"2.0","id":1,"method":"tools/list"})"
               + '\n');
    QTRY_VERIFY_WITH_TIMEOUT(hasAnswer(client.lines(), "1", "pasarela__status"), 10000);
    const auto added = m_home->command({QStringLiteral("enclave"), QStringLiteral("add"), QStringLiteral("first"),
                                        QStringLiteral("--stdio"), QStringLiteral("--"), GatewayHome::fakeServer()});
    QCOMPARE(added.exitCode, 0);
    QTRY_VERIFY_WITH_TIMEOUT(client.output().contains("notifications/tools/list_changed"), 20000);
    client.say(R"({"jsonrpc":"2.0","id":2,"method":"tools/list"})"
               "\n");
    QTRY_VERIFY(hasAnswer(client.lines(), "2", "first__echo"));
}

void tst_gateway::aCallsTimeBeginsWithItsSession()
{
    m_home->configure({{QStringLiteral("late"), {QStringLiteral("--slow-init"), QStringLiteral("2500")}},
                       {QStringLiteral("silent"), {QStringLiteral("--never-answer"), QStringLiteral("tools/call")}}});
    QVERIFY(m_home->start());
    const auto late =
        m_home->command({QStringLiteral("call"), QStringLiteral("late__echo"), QStringLiteral(R"({"message":"here"})"),
                         QStringLiteral("--timeout"), QStringLiteral("1")});
    QVERIFY2(late.out.contains("here"), late.err.constData());
    const auto silent =
        m_home->command({QStringLiteral("call"), QStringLiteral("silent__echo"), QStringLiteral(R"({"message":"a"})"),
                         QStringLiteral("--timeout"), QStringLiteral("1")});
    QCOMPARE(silent.exitCode, 1);
    QVERIFY(!silent.err.isEmpty());
}

void tst_gateway::aTrialGetsItsSecretsAndNobodyRepeatsThem()
{
    QVERIFY(m_home->start());
    const QJsonObject launch{{QStringLiteral("command"), GatewayHome::fakeServer()},
                             {QStringLiteral("args"),
                              QJsonArray{QStringLiteral("--say-env"), QStringLiteral("KEY"),
                                         QStringLiteral("--never-answer"), QStringLiteral("initialize")}}};
    const QJsonObject enclave{
        {QStringLiteral("stdio"), launch},
        {QStringLiteral("credentialEnv"), QJsonObject{{QStringLiteral("KEY"), QStringLiteral("token")}}}};
    const QJsonObject params{
        {QStringLiteral("definition"),
         QJsonObject{{QStringLiteral("name"), QStringLiteral("a")}, {QStringLiteral("enclave"), enclave}}},
        {QStringLiteral("secrets"), QJsonObject{{QStringLiteral("token"), QStringLiteral("s3cret-of-a-trial")}}},
        {QStringLiteral("timeout"), 1}};
    ControlClient client(m_home->paths());
    std::optional<Result<QByteArray>> answer;
    client.connectToGateway(std::chrono::seconds(5), [&](const Result<GatewayIdentity> &identity) {
        QVERIFY(identity);
        client.request(control::method::enclaveTrial, QJsonDocument(params).toJson(QJsonDocument::Compact),
                       std::chrono::seconds(30), [&](const Result<QByteArray> &got) { answer = got; });
    });
    QTRY_VERIFY_WITH_TIMEOUT(answer.has_value(), 30000);
    QVERIFY(!*answer);
    // It has the key, for it tells it, and we do not.
    QVERIFY2(answer->error().detail.contains(QStringLiteral("my token is …")), qPrintable(answer->error().detail));
}

void tst_gateway::anUnknownEnclaveIsAClearError()
{
    QVERIFY(m_home->start());
    const auto call = m_home->command({QStringLiteral("call"), QStringLiteral("nobody__echo")});
    QCOMPARE(call.exitCode, 1);
    QVERIFY2(call.err.contains("nobody__echo"), call.err.constData());
    const auto restart =
        m_home->command({QStringLiteral("enclave"), QStringLiteral("restart"), QStringLiteral("nobody")});
    QCOMPARE(restart.exitCode, 1);
    QVERIFY(restart.err.contains("nobody"));
}

void tst_gateway::aCacheThatCannotBeWrittenHarmsNothing()
{
    m_home->configure({{QStringLiteral("one"), {}}});
    m_home->home().write(QStringLiteral("data/catalogue"), "a file where a folder belongs");
    QVERIFY(m_home->start());
    const auto call =
        m_home->command({QStringLiteral("call"), QStringLiteral("one__echo"), QStringLiteral(R"({"message":"fine"})")});
    QCOMPARE(call.exitCode, 0);
    QVERIFY(call.out.contains("fine"));
}

void tst_gateway::knowsTheToolsAgainAfterARestart()
{
    m_home->configure({{QStringLiteral("one"), {}}});
    QVERIFY(m_home->start());
    QCOMPARE(m_home->command({QStringLiteral("call"), QStringLiteral("one__pid")}).exitCode, 0);
    const auto before = m_home->command({QStringLiteral("tools"), QStringLiteral("--json")});
    QCOMPARE(before.exitCode, 0);
    QCOMPARE(m_home->command({QStringLiteral("stop")}).exitCode, 0);
    QVERIFY(m_home->start());
    const auto after = m_home->command({QStringLiteral("tools"), QStringLiteral("--json")});
    QCOMPARE(after.out, before.out);
    QVERIFY(m_home->status().value(QLatin1String("sessions")).toArray().isEmpty()); // nothing was started for it
}

void tst_gateway::garbageFromAClientIsAnsweredAndHarmsNoOther()
{
    m_home->configure({{QStringLiteral("one"), {}}});
    QVERIFY(m_home->start());
    BridgeProcess good(m_home->home());
    good.start();
    good.say(initializeLine + '\n' + initializedLine + '\n');
    QTRY_VERIFY(hasAnswer(good.lines(), "0", "serverInfo"));

    RawPeer bad(m_home->paths().mcpSocket());
    QVERIFY(bad.isConnected());
    bad.sendLine(link::encode(link::Hello{}));
    bad.sendLine("\x01\x02 not JSON at all");
    bad.sendLine(R"({"jsonrpc":"2.0","id":1.5,"method":"ping"})");
    bad.sendLine(R"([{"jsonrpc":"2.0","id":1,"method":"ping"}])");
    bad.sendLine(R"({"jsonrpc":"2.0","id":7,"method":"tools/call","params":{"name":"a","name":"b"}})");
    bad.sendLine("{\"jsonrpc\":\"2.0\",\"id\":8,\"method\":\"ping\",\"x\":\"\xff\"}");
    bad.sendLine(R"({"jsonrpc":"2.0","id":9,"method":"ping"})");
    QTRY_VERIFY(hasAnswer(bad.lines(), "9", "{}"));
    QVERIFY(hasAnswer(bad.lines(), "7", "-32600"));
    QCOMPARE(bad.lines().size(), 7); // the welcome, five refusals, one answer
    QVERIFY(!bad.hasEnded());
    good.say(callLine("1", "one__echo", R"({"message":"unharmed"})") + '\n');
    QTRY_VERIFY_WITH_TIMEOUT(hasAnswer(good.lines(), "1", "unharmed"), 10000);
}

void tst_gateway::aLineOverTheLimitIsRefusedAndTheNextIsServed()
{
    QVERIFY(m_home->start());
    RawPeer peer(m_home->paths().mcpSocket());
    peer.sendLine(link::encode(link::Hello{}));
    const QByteArray piece(1024 * 1024, 'x');
    peer.send(R"({"jsonrpc":"2.0","id":5,"method":"ping","params":{"x":")");
    for (int i = 0; i < 100; ++i)
        peer.send(piece);
    peer.sendLine("\"}}");
    peer.sendLine(R"({"jsonrpc":"2.0","id":6,"method":"ping"})");
    QTRY_VERIFY_WITH_TIMEOUT(hasAnswer(peer.lines(), "6", "{}"), 30000);
    QVERIFY(hasAnswer(peer.lines(), "5", "error"));
}

void tst_gateway::halfALineAndGoneHarmsNothing()
{
    QVERIFY(m_home->start());
    for (int i = 0; i < 20; ++i) {
        RawPeer peer(m_home->paths().mcpSocket());
        if (i % 2 == 0)
            peer.sendLine(link::encode(link::Hello{}));
        peer.send(R"({"jsonrpc":"2.0","id":5,"meth)");
    }
    QTRY_COMPARE(m_home->status().value(QLatin1String("clients")).toArray().size(), 0);
    const auto call = m_home->command({QStringLiteral("call"), QStringLiteral("pasarela__status")});
    QCOMPARE(call.exitCode, 0);
}

QString tst_gateway::runningServerPid(const QString &enclave) const
{
    const auto call = m_home->command({QStringLiteral("call"), enclave + QStringLiteral("__pid")});
    return QString::fromUtf8(call.out).trimmed();
}

void tst_gateway::endsItsServersWithItself()
{
#ifdef Q_OS_WIN
    QSKIP("A console program without a window cannot be asked to end; tst_gateway_win kills it.");
#endif
    m_home->configure(
        {{QStringLiteral("plain"), {}},
         {QStringLiteral("stubborn"), {QStringLiteral("--ignore-eof"), QStringLiteral("--ignore-sigterm")}}});
    QVERIFY(m_home->start());
    const qint64 plain = runningServerPid(QStringLiteral("plain")).toLongLong();
    const qint64 stubborn = runningServerPid(QStringLiteral("stubborn")).toLongLong();
    QVERIFY(plain > 0 && stubborn > 0);
    QVERIFY(isRunning(plain) && isRunning(stubborn));
    m_home->gateway().terminate();
    QVERIFY(m_home->gateway().waitForFinished(15000));
    QCOMPARE(m_home->gateway().exitCode(), 0);
    QVERIFY(!isRunning(plain));
    QVERIFY(!isRunning(stubborn));
}

void tst_gateway::stopCommandEndsStubbornServersToo()
{
    m_home->configure(
        {{QStringLiteral("stubborn"),
          {QStringLiteral("--ignore-eof"), QStringLiteral("--ignore-sigterm"), QStringLiteral("--spawn-grandchild")}}});
    QVERIFY(m_home->start());
    const qint64 stubborn = runningServerPid(QStringLiteral("stubborn")).toLongLong();
    QVERIFY(stubborn > 0);
    const auto stop = m_home->command({QStringLiteral("stop")});
    QCOMPARE(stop.exitCode, 0);
    QVERIFY(m_home->gateway().waitForFinished(1000));
    QCOMPARE(m_home->gateway().exitStatus(), QProcess::NormalExit); // nobody had to kill it
    // Nor to terminate it: the servers had their whole time.
    QVERIFY(!m_home->home().read(QStringLiteral("data/log/gateway.log")).contains("asked again"));
    QTRY_VERIFY(!isRunning(stubborn));
}

void tst_gateway::sweepsWhatACrashLeftBehind()
{
    m_home->configure(
        {{QStringLiteral("parent"), {QStringLiteral("--spawn-grandchild"), QStringLiteral("--ignore-eof")}}});
    QVERIFY(m_home->start());
    const qint64 server = runningServerPid(QStringLiteral("parent")).toLongLong();
    QVERIFY(server > 0);
    m_home->killGateway();
    QVERIFY(m_home->start());
    QTRY_VERIFY_WITH_TIMEOUT(!isRunning(server), 10000);
    QVERIFY(runningServerPid(QStringLiteral("parent")).toLongLong() != server);
}

void tst_gateway::whatLeavesItsGroupStaysADescendantAndEndsToo_data()
{
    QTest::addColumn<QStringList>("words");
    QTest::newRow("with its session") << QStringList{QStringLiteral("enclave"), QStringLiteral("remove"),
                                                     QStringLiteral("daemon")};
    QTest::newRow("with the gateway") << QStringList{QStringLiteral("stop")};
}

void tst_gateway::whatLeavesItsGroupStaysADescendantAndEndsToo()
{
#ifndef Q_OS_LINUX
    QSKIP("only Linux lets a process adopt orphans");
#endif
    QFETCH(QStringList, words);
    const QString journal = m_home->home().file(QStringLiteral("journal"));
    m_home->configure(
        {{QStringLiteral("daemon"), {QStringLiteral("--spawn-stray"), QStringLiteral("--journal"), journal}}});
    QVERIFY(m_home->start());
    QVERIFY(runningServerPid(QStringLiteral("daemon")).toLongLong() > 0);
    const QByteArray lines = m_home->home().read(QStringLiteral("journal"));
    const QByteArray behind = lines.mid(lines.indexOf(" stray ") + 7);
    const qint64 stray = behind.left(behind.indexOf('\n')).toLongLong();
    QVERIFY2(stray > 0, lines.constData());
    QVERIFY(isRunning(stray));
    QCOMPARE(parentProcess(stray), m_home->gateway().processId()); // so both sockets refuse it
    QCOMPARE(m_home->command(words).exitCode, 0);
    QTRY_VERIFY_WITH_TIMEOUT(!QFile::exists(QStringLiteral("/proc/%1").arg(stray)), 30000);
}

QTEST_GUILESS_MAIN(tst_gateway)
#include "tst_gateway.moc"
