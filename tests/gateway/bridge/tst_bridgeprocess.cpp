// SPDX-License-Identifier: MIT
#include "gateway/base/paths.h"
#include "gateway/base/processinfo.h"
#include "gateway/launch/instancelock.h"
#include "gateway/launch/processcontrol.h"
#include "gateway/launch/stopwish.h"
#include "tests/gateway/bridge/bridgefixture.h"
#include "tests/gateway/bridge/bridgeprocess.h"
#include "tests/support/runningprocess.h"

#include <QTest>

using namespace pasarela;
using namespace pasarela::test;

namespace {

constexpr qint64 mebibyte = 1024 * 1024;

} // namespace

/// The real executable: against a gateway in this process, and against the real one.
class tst_bridgeprocess : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init();
    void cleanup();

    void answersThroughTheGatewayAndSaysNothingElse();
    void tellsTheGatewayWhereItWasStarted();
    void staysSmall();
    void carriesHundredMebibyteLinesInBoundedMemory();
    void endsAtEndOfFile();
    void endsAtEndOfFileWhileTheGatewayIsGone();
    void deliversTheAnswersInFlightAtEndOfFile();
    void outlivesAGatewayThatIsKilled();
    void saysThatPasarelaWasStopped();
    void startsNoGatewayWhereThatIsForbidden();
    void failsInOneSentence_data();
    void failsInOneSentence();
    void helps_data();
    void helps();

    void startsTheRealGatewayFromAStrippedEnvironment();
    void leavesNoneOfItsPipesWithTheGatewayItStarted();
    void startsOneGatewayForManyBridgesAtOnce();
    void outlivesTheRealGateway();

private:
    qint64 gatewayPid() const;
    void stopRealGateway();

    std::unique_ptr<TestHome> m_home;
    std::unique_ptr<Paths> m_paths;
    std::unique_ptr<FakeLinkGateway> m_gateway;
};

void tst_bridgeprocess::init()
{
    m_home = std::make_unique<TestHome>();
    const auto paths = Paths::locate(m_home->path());
    QVERIFY(paths.ok());
    QVERIFY(paths->create().ok());
    m_paths = std::make_unique<Paths>(*paths);
    m_gateway = std::make_unique<FakeLinkGateway>(m_paths->mcpSocket());
}

void tst_bridgeprocess::cleanup()
{
    m_gateway.reset();
    stopRealGateway();
}

/// Who holds the instance lock in the home; 0: nobody.
qint64 tst_bridgeprocess::gatewayPid() const
{
    qint64 holder = 0;
    const auto lock = InstanceLock::tryAcquire(*m_paths, &holder);
    return lock.ok() && !*lock ? holder : 0;
}

void tst_bridgeprocess::stopRealGateway()
{
    if (gatewayPid() == 0)
        return;
    QProcess stop;
    stop.start(builtProgram(QStringLiteral("pasarela-gateway")),
               {QStringLiteral("--home"), m_home->path(), QStringLiteral("stop")});
    QVERIFY(stop.waitForFinished());
    QTRY_COMPARE(gatewayPid(), 0);
}

void tst_bridgeprocess::answersThroughTheGatewayAndSaysNothingElse()
{
    m_gateway->start();
    BridgeProcess bridge(*m_home);
    bridge.start();
    bridge.say(initializeLine + initializedLine + request("1"));
    QTRY_COMPARE(bridge.lines().size(), 2);
    QCOMPARE(bridge.output(), resultLine("0", R"({"protocolVersion":"2025-11-25"})") + resultLine("1"));
}

void tst_bridgeprocess::tellsTheGatewayWhereItWasStarted()
{
    m_gateway->start();
    BridgeProcess bridge(*m_home, {QStringLiteral("--client"), QStringLiteral("cursor")});
    const QTemporaryDir project;
    bridge.setWorkingDirectory(project.path());
    bridge.start();
    QTRY_COMPARE(m_gateway->hellos.size(), 1);
    const auto hello = link::decodeHello(m_gateway->hellos.first());
    QVERIFY(hello.ok());
    QCOMPARE(hello->client, QStringLiteral("cursor"));
    QCOMPARE(hello->project, QFileInfo(project.path()).canonicalFilePath());
    QCOMPARE(hello->processId, bridge.processId());
    QCOMPARE(hello->programVersion, QStringLiteral(PASARELA_VERSION));
}

void tst_bridgeprocess::staysSmall()
{
    m_gateway->start();
    BridgeProcess bridge(*m_home);
    bridge.start();
    bridge.say(initializeLine + initializedLine + request("1"));
    QTRY_COMPARE(bridge.lines().size(), 2);
    const qint64 resident = residentBytes(bridge.processId());
    if (resident == 0 || isWine())
        QSKIP("The memory of another process cannot be told here (under Wine it holds Wine's own).");
    qInfo("resident: %.1f MiB", static_cast<double>(resident) / mebibyte);
#ifndef __SANITIZE_ADDRESS__
    QVERIFY(resident <= 12 * mebibyte);
#endif
}

void tst_bridgeprocess::carriesHundredMebibyteLinesInBoundedMemory()
{
    m_gateway->start();
    BridgeProcess bridge(*m_home);
    bridge.start();
    bridge.say(initializeLine + initializedLine);
    QTRY_COMPARE(m_gateway->lines.size(), 2);
    QTRY_COMPARE(bridge.lines().size(), 1);
    bridge.takeOutput();
    m_gateway->keepLines = false;
    m_gateway->received = 0;

    const QByteArray block(mebibyte, 'x');
    const QByteArray head = R"({"method":"tools/call","params":{"text":")";
    const QByteArray tail = R"("},"jsonrpc":"2.0","id":1})"
                            "\n";
    bridge.say(head);
    for (int i = 0; i < 100; ++i) {
        bridge.say(block);
        QTRY_VERIFY_WITH_TIMEOUT(bridge.bytesToWrite() < 4 * mebibyte, 30000);
    }
    bridge.say(tail);
    QTRY_COMPARE_WITH_TIMEOUT(m_gateway->received, head.size() + 100 * mebibyte + tail.size(), 30000);

    const QByteArray answerHead = R"({"jsonrpc":"2.0","id":1,"result":{"text":")";
    const QByteArray answerTail = "\"}}\n";
    qsizetype taken = 0;
    m_gateway->send(answerHead);
    for (int i = 0; i < 100; ++i) {
        m_gateway->send(block);
        QTRY_VERIFY_WITH_TIMEOUT(m_gateway->bytesQueued() < 4 * mebibyte, 30000);
        taken += bridge.takeOutput().size();
    }
    m_gateway->send(answerTail);
    QTRY_VERIFY_WITH_TIMEOUT(
        (taken += bridge.takeOutput().size()) == answerHead.size() + 100 * mebibyte + answerTail.size(), 30000);

    const qint64 peak = peakMemory(bridge.processId());
    if (peak == 0 || isWine())
        QSKIP("The highest memory of another process cannot be told here (under Wine it holds Wine's own).");
    qInfo("highest: %.1f MiB", static_cast<double>(peak) / mebibyte);
#ifndef __SANITIZE_ADDRESS__
    QVERIFY(peak <= 16 * mebibyte);
#endif
}

void tst_bridgeprocess::endsAtEndOfFile()
{
    m_gateway->start();
    BridgeProcess bridge(*m_home);
    bridge.start();
    bridge.say(initializeLine);
    QTRY_COMPARE(bridge.lines().size(), 1);
    bridge.closeWriteChannel();
    QTRY_VERIFY(bridge.hasEnded());
    QCOMPARE(bridge.exitStatus(), QProcess::NormalExit);
    QCOMPARE(bridge.exitCode(), 0);
    QTRY_COMPARE(m_gateway->lines.last(), link::encode(link::InBand::Eof));
}

void tst_bridgeprocess::endsAtEndOfFileWhileTheGatewayIsGone()
{
    m_gateway->start();
    BridgeProcess bridge(*m_home, {QStringLiteral("--no-start")});
    bridge.start();
    bridge.say(initializeLine);
    QTRY_COMPARE(bridge.lines().size(), 1);
    m_gateway->crash();
    bridge.closeWriteChannel();
    QTRY_VERIFY(bridge.hasEnded());
    QCOMPARE(bridge.exitCode(), 0);
}

void tst_bridgeprocess::deliversTheAnswersInFlightAtEndOfFile()
{
    m_gateway->start();
    BridgeProcess bridge(*m_home);
    bridge.start();
    m_gateway->answer = nullptr;
    bridge.say(request("1") + request("2"));
    QTRY_COMPARE(m_gateway->lines.size(), 2);
    bridge.closeWriteChannel();
    QTRY_COMPARE(m_gateway->lines.size(), 3);
    m_gateway->send(resultLine("2") + resultLine("1"));
    QTRY_VERIFY(bridge.hasEnded());
    QCOMPARE(bridge.exitCode(), 0);
    QCOMPARE(bridge.output() + bridge.readAllStandardOutput(), resultLine("2") + resultLine("1"));
}

void tst_bridgeprocess::outlivesAGatewayThatIsKilled()
{
    m_gateway->start();
    BridgeProcess bridge(*m_home, {QStringLiteral("--no-start")});
    bridge.start();
    bridge.say(initializeLine + initializedLine);
    QTRY_COMPARE(m_gateway->lines.size(), 2);
    const auto answer = std::exchange(m_gateway->answer, nullptr);
    bridge.say(request("\"a\""));
    QTRY_COMPARE(m_gateway->lines.size(), 3);
    QTRY_COMPARE(bridge.lines().size(), 1);
    bridge.takeOutput();
    m_gateway->crash();
    QTRY_COMPARE(bridge.lines().size(), 1);
    const auto lost = errorAnswer(bridge.lines().first());
    QVERIFY(lost);
    QCOMPARE(lost->id, QByteArray("\"a\""));
    QCOMPARE(lost->code, -32000);
    QCOMPARE(lost->dataCode, QStringLiteral("P-204"));
    m_gateway->answer = answer;
    bridge.say(request("2"));
    m_gateway->start();
    QTRY_COMPARE(m_gateway->methods(), (QList<QByteArray>{"initialize", "notifications/initialized", "tools/call"}));
    QTRY_COMPARE(bridge.lines().size(), 5);
    QVERIFY(bridge.output().contains(resultLine("2")));
    QCOMPARE(bridge.output().count("list_changed"), 3);
}

void tst_bridgeprocess::saysThatPasarelaWasStopped()
{
    QVERIFY(StopWish::record(*m_paths, QStringLiteral("tray")).ok());
    for (const QStringList &arguments : {QStringList(), QStringList(QStringLiteral("--no-start"))}) {
        BridgeProcess bridge(*m_home, arguments);
        bridge.setProcessChannelMode(QProcess::SeparateChannels);
        bridge.start();
        bridge.say(initializeLine);
        QTRY_COMPARE(bridge.lines().size(), 1);
        const auto stopped = errorAnswer(bridge.lines().first());
        QVERIFY(stopped);
        QCOMPARE(stopped->id, QByteArray("0"));
        QCOMPARE(stopped->message,
                 QStringLiteral("Pasarela is stopped on this computer. Open Pasarela and press Start."));
        QCOMPARE(gatewayPid(), 0);
        m_gateway->start(); // somebody pressed Start
        bridge.takeOutput();
        QTRY_COMPARE(m_gateway->bridges(), 1);
        bridge.say(request("1"));
        QTRY_COMPARE(bridge.output(), resultLine("1"));
        m_gateway->crash();
    }
}

void tst_bridgeprocess::startsNoGatewayWhereThatIsForbidden()
{
    BridgeProcess bridge(*m_home, {QStringLiteral("--no-start"), QStringLiteral("--timeout"), QStringLiteral("0.1")});
    bridge.start();
    bridge.say(initializeLine);
    QTRY_COMPARE(bridge.lines().size(), 1);
    QCOMPARE(errorAnswer(bridge.lines().first())->dataCode, QStringLiteral("P-201"));
    QCOMPARE(gatewayPid(), 0);
}

void tst_bridgeprocess::failsInOneSentence_data()
{
    QTest::addColumn<QStringList>("arguments");
    QTest::addColumn<int>("code");
    QTest::newRow("wrong usage") << QStringList{QStringLiteral("--clients")} << 2;
    QTest::newRow("wrong name") << QStringList{QStringLiteral("--client"), QStringLiteral("No Name")} << 2;
    QTest::newRow("relative home") << QStringList{QStringLiteral("--home"), QStringLiteral("somewhere")} << 1;
}

void tst_bridgeprocess::failsInOneSentence()
{
    QFETCH(QStringList, arguments);
    BridgeProcess bridge(*m_home, arguments);
    bridge.setProcessChannelMode(QProcess::SeparateChannels);
    bridge.start();
    QTRY_VERIFY(bridge.hasEnded());
    QTEST(bridge.exitCode(), "code");
    QCOMPARE(bridge.output(), QByteArray());
    const QByteArray said = bridge.readAllStandardError();
    QCOMPARE(said.count('\n'), 1);
    QVERIFY(said.startsWith("pasarela-bridge: "));
}

void tst_bridgeprocess::helps_data()
{
    QTest::addColumn<QString>("option");
    QTest::addColumn<QByteArray>("words");
    QTest::newRow("help") << QStringLiteral("--help") << QByteArray("--no-start");
    QTest::newRow("version") << QStringLiteral("--version") << QByteArray(PASARELA_VERSION);
}

void tst_bridgeprocess::helps()
{
    QFETCH(QString, option);
    QFETCH(QByteArray, words);
    BridgeProcess bridge(*m_home, {option});
    bridge.start();
    QTRY_VERIFY(bridge.hasEnded());
    QCOMPARE(bridge.exitCode(), 0);
    QVERIFY(bridge.output().contains(words));
}

void tst_bridgeprocess::startsTheRealGatewayFromAStrippedEnvironment()
{
    BridgeProcess bridge(*m_home);
    bridge.start();
    bridge.say(initializeLine);
    QTRY_COMPARE(bridge.lines().size(), 1);
    QVERIFY(bridge.output().contains("\"protocolVersion\":\"2025-11-25\""));
    QVERIFY(gatewayPid() > 0);
}

void tst_bridgeprocess::leavesNoneOfItsPipesWithTheGatewayItStarted()
{
    BridgeProcess bridge(*m_home);
    bridge.start();
    bridge.say(initializeLine);
    QTRY_COMPARE(bridge.lines().size(), 1);
    bool outputEnded = false;
    connect(&bridge, &QProcess::readChannelFinished, this, [&] { outputEnded = true; });
    bridge.closeWriteChannel();
    QTRY_VERIFY(outputEnded);
    QTRY_VERIFY(bridge.hasEnded());
    QVERIFY(gatewayPid() > 0);
}

void tst_bridgeprocess::startsOneGatewayForManyBridgesAtOnce()
{
    std::vector<std::unique_ptr<BridgeProcess>> bridges;
    for (int i = 0; i < 6; ++i) {
        bridges.push_back(std::make_unique<BridgeProcess>(*m_home));
        bridges.back()->start();
        bridges.back()->say(initializeLine);
    }
    for (const auto &bridge : bridges)
        QTRY_COMPARE(bridge->lines().size(), 1);
    const qint64 one = gatewayPid();
    QVERIFY(one > 0);
    for (const auto &bridge : bridges) {
        QVERIFY(bridge->output().contains("\"result\""));
        bridge->takeOutput();
        bridge->say(request("1", "ping"));
        QTRY_COMPARE(bridge->lines().size(), 1);
    }
    QCOMPARE(gatewayPid(), one);
}

void tst_bridgeprocess::outlivesTheRealGateway()
{
    BridgeProcess bridge(*m_home);
    bridge.start();
    bridge.say(initializeLine + initializedLine);
    QTRY_COMPARE(bridge.lines().size(), 1);
    const qint64 first = gatewayPid();
    QVERIFY(first > 0);
    bridge.takeOutput();
    QVERIFY(killProcess({first, processStartTime(first)}).ok());
    QTRY_COMPARE(bridge.output().count("list_changed"), 3);
    bridge.takeOutput();
    bridge.say(request("1", "ping"));
    QTRY_COMPARE(bridge.output(), resultLine("1"));
    QVERIFY(gatewayPid() > 0);
    QVERIFY(gatewayPid() != first);
}

QTEST_GUILESS_MAIN(tst_bridgeprocess)
#include "tst_bridgeprocess.moc"
