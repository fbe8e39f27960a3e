// SPDX-License-Identifier: MIT
#include "gateway/cli/commands.h"

#include "gateway/cli/stopcommand.h"
#include "gateway/control/controlclient.h"
#include "gateway/launch/processcontrol.h"
#include "gateway/launch/stopwish.h"
#include "tests/support/controlfixture.h"
#include "tests/support/waitingchild.h"

#include <QTest>

#include <csignal>

using namespace pasarela;
using namespace std::chrono_literals;
using pasarela::test::ControlFixture;
using pasarela::test::WaitingChild;

/// The command line against the real control server with a fake gateway behind it.
class tst_commands : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void saysWhichVersionItIs();
    void helpListsTheCommands_data();
    void helpListsTheCommands();
    void everyCommandHasHelp_data();
    void everyCommandHasHelp();
    void wrongUsageIsExit2_data();
    void wrongUsageIsExit2();
    void anUnknownCommandNamesThoseThatExist_data();
    void anUnknownCommandNamesThoseThatExist();
    void aHomeThatCannotBeIsExit1();
    void withoutAGatewayIsExit3_data();
    void withoutAGatewayIsExit3();
    void theStopWishIsExit3_data();
    void theStopWishIsExit3();
    void startsAGatewayWhereNoneRuns_data();
    void startsAGatewayWhereNoneRuns();
    void startsAGatewayWhereTheLastOneLeaves();
    void aGatewayThatCannotBeStartedIsExit1();
    void statusPrintsATable();
    void statusPrintsOneDocument();
    void watchPrintsEachChangeUntilTheGatewayLeaves_data();
    void watchPrintsEachChangeUntilTheGatewayLeaves();
    void reloadSaysWhatIsWrong();
    void toolsPrintsWhatAClientSees();
    void toolsPrintsOneDocument();
    void callPrintsTheText();
    void callPrintsTheWholeResultAsJson();
    void callPassesWhatItWasTold();
    void callFailsWhereTheToolFails_data();
    void callFailsWhereTheToolFails();
    void callSaysWhyItCouldNot();
    void enclaveLetsTheGatewayReload();
    void enclaveRestartNeedsAGateway();
    void checkLooksThroughTheHomesConfiguration();
    void stopRecordsTheWishAndWaitsForTheEnd();
    void stopStopsAlsoWhereTheWishCannotBeWritten();
    void stopOfNoGatewayIsDone();
    void stopEndsAGatewayThatDoesNotLeave_data();
    void stopEndsAGatewayThatDoesNotLeave();
    void stopLeavesAnotherProcessOfThatPidAlone();
};

namespace {

struct Outcome {
    int code = -1;
    QString out;
    QString err;
};

Result<void> launchesNothing(const Paths &)
{
    return Error{Error::Code::NotFound, QStringLiteral("There is no pasarela-gateway here.")};
}

Outcome run(const ControlFixture &gateway, const QStringList &arguments,
            const CommandContext::Launch &launch = launchesNothing)
{
    Outcome outcome;
    QTextStream out(&outcome.out);
    QTextStream err(&outcome.err);
    outcome.code =
        runCommand(QStringList{QStringLiteral("--home"), gateway.home.path()} + arguments, {out, err}, launch);
    out.flush();
    err.flush();
    return outcome;
}

QStringList words(const char *line)
{
    return QString::fromLatin1(line).split(QLatin1Char(' '), Qt::SkipEmptyParts);
}

bool isOneSentence(const QString &text)
{
    return text.endsWith(QLatin1Char('\n')) && text.count(QLatin1Char('\n')) == 1 && text.size() > 10;
}

/// stop with little patience.
Outcome stopQuickly(const ControlFixture &gateway, const StopTimes &times)
{
    Outcome outcome;
    QTextStream out(&outcome.out);
    QTextStream err(&outcome.err);
    outcome.code = stopGateway({gateway.paths, false, out, err, {}}, times);
    out.flush();
    err.flush();
    return outcome;
}

} // namespace

void tst_commands::saysWhichVersionItIs()
{
    ControlFixture gateway;
    for (const char *line : {"--version", "status --version", "call --version"}) {
        const Outcome outcome = run(gateway, words(line));
        QCOMPARE(outcome.code, 0);
        QCOMPARE(outcome.out, QStringLiteral("pasarela-gateway " PASARELA_VERSION "\n"));
    }
}

void tst_commands::helpListsTheCommands_data()
{
    QTest::addColumn<QStringList>("arguments");
    QTest::newRow("--help") << words("--help");
    QTest::newRow("-h") << words("-h");
}

void tst_commands::helpListsTheCommands()
{
    QFETCH(QStringList, arguments);
    ControlFixture gateway;
    const Outcome outcome = run(gateway, arguments);
    QCOMPARE(outcome.code, 0);
    for (const char *word : {"run", "status", "stop", "reload", "tools", "call TOOL [JSON]"})
        QVERIFY2(outcome.out.contains(QLatin1String("\n") + QLatin1String(word) + QLatin1Char(' ')), word);
    QVERIFY(outcome.err.isEmpty());
}

void tst_commands::everyCommandHasHelp_data()
{
    QTest::addColumn<QString>("command");
    QTest::addColumn<QStringList>("options");
    QTest::newRow("status") << QStringLiteral("status") << words("--watch --json");
    QTest::newRow("stop") << QStringLiteral("stop") << words("--home");
    QTest::newRow("reload") << QStringLiteral("reload") << words("--home");
    QTest::newRow("tools") << QStringLiteral("tools") << words("--client --no-start");
    QTest::newRow("call") << QStringLiteral("call") << words("--client --account --timeout --no-start");
}

void tst_commands::everyCommandHasHelp()
{
    QFETCH(QString, command);
    QFETCH(QStringList, options);
    ControlFixture gateway;
    const Outcome outcome = run(gateway, {command, QStringLiteral("--help")});
    QCOMPARE(outcome.code, 0);
    QVERIFY(outcome.out.startsWith(QStringLiteral("Usage: pasarela-gateway ") + command));
    for (const QString &option : options)
        QVERIFY2(outcome.out.contains(option), qPrintable(option));
    QVERIFY(!StopWish::read(gateway.paths));
}

void tst_commands::wrongUsageIsExit2_data()
{
    QTest::addColumn<QStringList>("arguments");
    for (const char *line : {"status now", "status --nonsense", "stop it", "stop --hard", "reload x", "tools x",
                             "tools --client", "call", "call t {", "call t []", "call t 5", "call t {} {}",
                             "call t --timeout 0", "call t --timeout x", "call t --timeout 1e9", "status --home"})
        QTest::newRow(line) << words(line);
}

void tst_commands::wrongUsageIsExit2()
{
    QFETCH(QStringList, arguments);
    ControlFixture gateway;
    gateway.listen();
    const Outcome outcome = run(gateway, arguments);
    QCOMPARE(outcome.code, 2);
    QVERIFY(outcome.out.isEmpty());
    QVERIFY2(isOneSentence(outcome.err), qPrintable(outcome.err));
    QVERIFY(!StopWish::read(gateway.paths));
    QVERIFY(gateway.handler.calls.empty() && gateway.handler.shutdowns.isEmpty());
}

void tst_commands::anUnknownCommandNamesThoseThatExist_data()
{
    QTest::addColumn<QString>("word");
    for (const char *word : {"frobnicate", "account", "doctor", "--nonsense"})
        QTest::newRow(word) << QString::fromLatin1(word);
}

void tst_commands::anUnknownCommandNamesThoseThatExist()
{
    QFETCH(QString, word);
    ControlFixture gateway;
    const Outcome outcome = run(gateway, {word, QStringLiteral("list")});
    QCOMPARE(outcome.code, 2);
    QVERIFY(outcome.err.contains(word));
    QVERIFY(outcome.err.contains(QStringLiteral("run, status, stop, reload, tools, call, enclave, check")));
    QVERIFY(outcome.out.isEmpty());
}

void tst_commands::aHomeThatCannotBeIsExit1()
{
    ControlFixture gateway;
    const Outcome outcome = run(gateway, words("--home relative/folder status"));
    QCOMPARE(outcome.code, 1);
    QVERIFY2(isOneSentence(outcome.err), qPrintable(outcome.err));
}

void tst_commands::withoutAGatewayIsExit3_data()
{
    QTest::addColumn<QStringList>("arguments");
    for (const char *line : {"status", "status --json", "status --watch", "reload", "tools --no-start",
                             "tools --json --no-start", "call t --no-start"})
        QTest::newRow(line) << words(line);
}

void tst_commands::withoutAGatewayIsExit3()
{
    QFETCH(QStringList, arguments);
    ControlFixture gateway;
    const Outcome outcome = run(gateway, arguments);
    QCOMPARE(outcome.code, 3);
    QVERIFY(outcome.out.isEmpty());
    QVERIFY2(isOneSentence(outcome.err), qPrintable(outcome.err));
}

void tst_commands::theStopWishIsExit3_data()
{
    QTest::addColumn<QStringList>("arguments");
    for (const char *line : {"status", "tools", "tools --json", "call t", "call t --no-start"})
        QTest::newRow(line) << words(line);
}

void tst_commands::theStopWishIsExit3()
{
    QFETCH(QStringList, arguments);
    ControlFixture gateway;
    QVERIFY(StopWish::record(gateway.paths, QStringLiteral("tray")).ok());
    const Outcome outcome = run(gateway, arguments, [](const Paths &) -> Result<void> {
        return Error{Error::Code::StoppedByPerson, QStringLiteral("stopped")};
    });
    QCOMPARE(outcome.code, 3);
    QVERIFY(outcome.out.isEmpty());
    QVERIFY2(isOneSentence(outcome.err) && outcome.err.contains(QStringLiteral("by tray")), qPrintable(outcome.err));
}

void tst_commands::startsAGatewayWhereNoneRuns_data()
{
    QTest::addColumn<QStringList>("arguments");
    QTest::newRow("tools") << words("tools");
    QTest::newRow("call") << words("call t");
}

void tst_commands::startsAGatewayWhereNoneRuns()
{
    QFETCH(QStringList, arguments);
    ControlFixture gateway;
    int launches = 0;
    const Outcome outcome = run(gateway, arguments, [&](const Paths &paths) -> Result<void> {
        ++launches;
        // It answers a little later, as programs do.
        QTimer::singleShot(100ms, this, [&gateway] { gateway.listen(); });
        return paths.controlSocket() == gateway.paths.controlSocket() ? Result<void>() : Error{};
    });
    QCOMPARE(outcome.err, QString());
    QCOMPARE(outcome.code, 0);
    QCOMPARE(launches, 1);
}

void tst_commands::startsAGatewayWhereTheLastOneLeaves()
{
    ControlFixture gateway;
    gateway.listen();
    gateway.server->leave(QStringLiteral("restart"));
    int launches = 0;
    const Outcome outcome = run(gateway, words("call t"), [&](const Paths &) -> Result<void> {
        ++launches;
        QTimer::singleShot(100ms, this, [&gateway] { gateway.listen(); });
        return {};
    });
    QCOMPARE(outcome.err, QString());
    QCOMPARE(outcome.code, 0);
    QCOMPARE(launches, 1);
}

void tst_commands::aGatewayThatCannotBeStartedIsExit1()
{
    ControlFixture gateway;
    const Outcome outcome = run(gateway, words("call t"));
    QCOMPARE(outcome.code, 1);
    QCOMPARE(outcome.err, QStringLiteral("There is no pasarela-gateway here.\n"));
}

void tst_commands::statusPrintsATable()
{
    ControlFixture gateway;
    gateway.handler.state.gateway.processId = 4711;
    gateway.listen();
    const Outcome outcome = run(gateway, words("status"));
    QCOMPARE(outcome.code, 0);
    QVERIFY(outcome.out.startsWith(QStringLiteral("Gateway: running, pid 4711")));
    QVERIFY(outcome.err.isEmpty());
}

void tst_commands::statusPrintsOneDocument()
{
    ControlFixture gateway;
    EnclaveView row;
    row.name = QStringLiteral("año");
    gateway.handler.state.enclaves = {row};
    gateway.listen();
    const Outcome outcome = run(gateway, words("status --json"));
    QCOMPARE(outcome.code, 0);
    QCOMPARE(snapshotFromJson(outcome.out.toUtf8()), std::optional(gateway.handler.state));
    QVERIFY(outcome.err.isEmpty());
}

void tst_commands::watchPrintsEachChangeUntilTheGatewayLeaves_data()
{
    QTest::addColumn<bool>("json");
    QTest::newRow("text") << false;
    QTest::newRow("json") << true;
}

void tst_commands::watchPrintsEachChangeUntilTheGatewayLeaves()
{
    QFETCH(bool, json);
    ControlFixture gateway;
    gateway.listen();
    gateway.handler.state.relay.unread = 1;
    ControlClient witness(gateway.paths);
    // Each change waits until the one before has arrived.
    connect(&witness, &ControlClient::snapshotChanged, this, [&gateway](const Snapshot &snapshot) {
        if (snapshot.relay.unread == 3) {
            gateway.die();
            return;
        }
        gateway.handler.state.relay.unread = 3;
        gateway.server->snapshotMayHaveChanged();
    });
    witness.connectToGateway(
        5s, [&](const Result<GatewayIdentity> &) { witness.subscribe([](const Result<Snapshot> &) {}); });
    QTimer watched;
    connect(&watched, &QTimer::timeout, this, [&] {
        if (gateway.server->connectionCount() < 2 || gateway.handler.snapshotsTaken < 2)
            return; // both have subscribed
        watched.stop();
        gateway.handler.state.relay.unread = 2;
        gateway.server->snapshotMayHaveChanged();
    });
    watched.start(1ms);
    const Outcome outcome = run(gateway, words(json ? "status --watch --json" : "status --watch"));
    QCOMPARE(outcome.code, 3);
    QVERIFY2(isOneSentence(outcome.err), qPrintable(outcome.err));
    if (json) {
        const QStringList lines = outcome.out.split(QLatin1Char('\n'), Qt::SkipEmptyParts);
        QCOMPARE(lines.size(), 3);
        for (int i = 0; i < 3; ++i)
            QCOMPARE(snapshotFromJson(lines.at(i).toUtf8())->relay.unread, i + 1);
    } else {
        QCOMPARE(outcome.out.count(QStringLiteral("Gateway: running")), 3);
        QVERIFY(outcome.out.contains(QStringLiteral("Relay: 3 unread")));
    }
}

void tst_commands::reloadSaysWhatIsWrong()
{
    ControlFixture gateway;
    gateway.listen();
    QCOMPARE(run(gateway, words("reload")).code, 0);
    QCOMPARE(run(gateway, words("reload --json")).out, QStringLiteral("{\"hash\":\"hash\"}\n"));
    gateway.handler.reloadAnswer = Error{Error::Code::InvalidInput, QStringLiteral("f:1:2: one\nf:3:4: two")};
    const Outcome broken = run(gateway, words("reload"));
    QCOMPARE(broken.code, 1);
    QCOMPARE(broken.err, QStringLiteral("f:1:2: one\nf:3:4: two\n"));
    QVERIFY(broken.out.isEmpty());
}

void tst_commands::toolsPrintsWhatAClientSees()
{
    ControlFixture gateway;
    gateway.listen();
    gateway.handler.toolsAnswer = QByteArray(
        R"({"tools":[{"name":"a__b","description":"Does\u001b this.\nAnd more."},{"name":"longer__name","title":"Only a title"}]})");
    const Outcome outcome = run(gateway, words("tools --client cursor"));
    QCOMPARE(outcome.code, 0);
    QCOMPARE(outcome.out,
             QStringLiteral("TOOL          WHAT IT DOES\n"
                            "a__b          Does␛ this.\n"
                            "longer__name  Only a title\n"));
    QCOMPARE(gateway.handler.clientsThatListed, QStringList{QStringLiteral("cursor")});
    gateway.handler.toolsAnswer = QByteArray(R"({"tools":[]})");
    QCOMPARE(run(gateway, words("tools")).out, QStringLiteral("There are no tools.\n"));
    gateway.handler.toolsAnswer = QByteArray(R"({"list":[]})");
    QCOMPARE(run(gateway, words("tools")).code, 1);
}

void tst_commands::toolsPrintsOneDocument()
{
    ControlFixture gateway;
    gateway.listen();
    gateway.handler.toolsAnswer = QByteArray(R"({"tools":[{"name":"a__b","inputSchema":{"maximum":1e400}}]})");
    const Outcome outcome = run(gateway, words("--json tools"));
    QCOMPARE(outcome.code, 0);
    QCOMPARE(outcome.out.toUtf8(), gateway.handler.toolsAnswer.value() + '\n');
    QVERIFY(outcome.err.isEmpty());
}

void tst_commands::callPrintsTheText()
{
    ControlFixture gateway;
    gateway.listen();
    gateway.handler.callAnswer = QByteArray(R"({"content":[{"type":"text","text":"Echo: hola"}]})");
    const Outcome outcome =
        run(gateway,
            {QStringLiteral("call"), QStringLiteral("everything__echo"), QStringLiteral("{\"message\": \"hola\"}")});
    QCOMPARE(outcome.code, 0);
    QCOMPARE(outcome.out, QStringLiteral("Echo: hola\n"));
    QVERIFY(outcome.err.isEmpty());
    QCOMPARE(gateway.handler.calls.back().tool, QStringLiteral("everything__echo"));
    QCOMPARE(gateway.handler.calls.back().arguments, QByteArray("{\"message\": \"hola\"}"));
}

void tst_commands::callPrintsTheWholeResultAsJson()
{
    ControlFixture gateway;
    gateway.listen();
    gateway.handler.callAnswer =
        QByteArray(R"({"content":[{"type":"text","text":"año"}],"_meta":{"n":12345678901234567890}})");
    const Outcome outcome = run(gateway, words("call t --json"));
    QCOMPARE(outcome.code, 0);
    QCOMPARE(outcome.out.toUtf8(), gateway.handler.callAnswer->value() + '\n');
    QVERIFY(outcome.err.isEmpty());
}

void tst_commands::callPassesWhatItWasTold()
{
    ControlFixture gateway;
    gateway.listen();
    QCOMPARE(run(gateway, words("call t --client cursor --account me --timeout 7")).code, 0);
    const auto told = gateway.handler.calls.back();
    QCOMPARE(told.client, QStringLiteral("cursor"));
    QCOMPARE(told.account, QStringLiteral("me"));
    QCOMPARE(told.timeoutSeconds, 7);
    QCOMPARE(told.arguments, QByteArray("{}"));
    QCOMPARE(run(gateway, words("call t")).code, 0);
    QCOMPARE(gateway.handler.calls.back().timeoutSeconds, control::defaultCallTimeout);
    QCOMPARE(gateway.handler.calls.back().client, QString());
}

void tst_commands::callFailsWhereTheToolFails_data()
{
    QTest::addColumn<bool>("json");
    QTest::newRow("text") << false;
    QTest::newRow("json") << true;
}

void tst_commands::callFailsWhereTheToolFails()
{
    QFETCH(bool, json);
    ControlFixture gateway;
    gateway.listen();
    gateway.handler.callAnswer = QByteArray(R"({"isError":true,"content":[{"type":"text","text":"No such file."}]})");
    const Outcome outcome = run(gateway, words(json ? "call t --json" : "call t"));
    QCOMPARE(outcome.code, 1);
    QCOMPARE(outcome.err, QStringLiteral("No such file.\n"));
    QCOMPARE(outcome.out.toUtf8(), json ? gateway.handler.callAnswer->value() + '\n' : QByteArray());
}

void tst_commands::callSaysWhyItCouldNot()
{
    ControlFixture gateway;
    gateway.listen();
    // Not there now is not "no gateway".
    gateway.handler.callAnswer =
        Result<QByteArray>(Error{Error::Code::Unavailable, QStringLiteral("\"files\" did not start.")});
    const Outcome outcome = run(gateway, words("call files__read"));
    QCOMPARE(outcome.code, 1);
    QCOMPARE(outcome.err, QStringLiteral("\"files\" did not start.\n"));
    QVERIFY(outcome.out.isEmpty());
}

void tst_commands::enclaveLetsTheGatewayReload()
{
    ControlFixture gateway;
    gateway.listen();
    const QStringList add = words("enclave add files --json --stdio -- server --json --home x");
    const Outcome unheard = run(gateway, add);
    QCOMPARE(unheard.code, 1); // the fake gateway goes on using another hash
    QCOMPARE(gateway.handler.reloads, 1);
    QVERIFY(gateway.home.read(QStringLiteral("pasarela.json")).contains("--json"));
    gateway.die();
    const Outcome alone = run(gateway, words("enclave remove files --json"));
    QCOMPARE(alone.err, QString());
    QCOMPARE(alone.code, 0);
    QVERIFY(alone.out.startsWith(QLatin1Char('{')));
}

void tst_commands::enclaveRestartNeedsAGateway()
{
    ControlFixture gateway;
    QCOMPARE(run(gateway, words("enclave restart files")).code, 3);
    QVERIFY(StopWish::record(gateway.paths, QStringLiteral("tray")).ok());
    QCOMPARE(run(gateway, words("enclave restart files")).code, 3);
    gateway.listen();
    QCOMPARE(run(gateway, words("enclave restart files")).code, 0);
    QCOMPARE(gateway.handler.restarted, QStringList{QStringLiteral("files")});
    gateway.handler.restartAnswer = Error{Error::Code::NotFound, QStringLiteral("No enclave \"x\".")};
    QCOMPARE(run(gateway, words("enclave restart x")).code, 1);
}

void tst_commands::checkLooksThroughTheHomesConfiguration()
{
    ControlFixture gateway;
    QCOMPARE(run(gateway, words("check")).code, 0);
    gateway.home.write(QStringLiteral("pasarela.json"), "{");
    const Outcome broken = run(gateway, words("check"));
    QCOMPARE(broken.code, 1);
    QVERIFY(broken.err.contains(QStringLiteral("pasarela.json:1:2: ")));
}

void tst_commands::stopRecordsTheWishAndWaitsForTheEnd()
{
    WaitingChild process;
    ControlFixture gateway;
    gateway.listen({}, {control::protocolVersion, {}, process.processId(), process.startTime()});
    bool wishWasThere = false;
    gateway.handler.onShutdown = [&] {
        wishWasThere = StopWish::read(gateway.paths).has_value();
        gateway.die(); // the socket goes first, the process a little later
        QTimer::singleShot(50ms, this, [&process] { process.end(); });
    };
    const Outcome outcome = run(gateway, words("stop"));
    QCOMPARE(outcome.err, QString());
    QCOMPARE(outcome.code, 0);
    QVERIFY(process.hasEnded());
    QVERIFY(wishWasThere);
    QCOMPARE(StopWish::read(gateway.paths)->by, QStringLiteral("command"));
    QCOMPARE(gateway.handler.shutdowns, QStringList{QStringLiteral("user")});
}

void tst_commands::stopStopsAlsoWhereTheWishCannotBeWritten()
{
    WaitingChild process;
    ControlFixture gateway;
    QVERIFY(QDir().mkpath(gateway.paths.stopWishFile() + QStringLiteral("/taken")));
    gateway.listen({}, {control::protocolVersion, {}, process.processId(), process.startTime()});
    gateway.handler.onShutdown = [&] {
        gateway.die();
        QTimer::singleShot(0, this, [&process] { process.end(); });
    };
    const Outcome outcome = run(gateway, words("stop"));
    QVERIFY(process.hasEnded());
    QCOMPARE(outcome.code, 1);
    QVERIFY(outcome.err.contains(QStringLiteral("has stopped, but an app may start it again")));
}

void tst_commands::stopOfNoGatewayIsDone()
{
    ControlFixture gateway;
    const Outcome outcome = run(gateway, words("stop --json"));
    QCOMPARE(outcome.code, 0);
    QCOMPARE(outcome.out, QStringLiteral("{\"stopped\":false}\n"));
    QVERIFY(StopWish::read(gateway.paths));
}

void tst_commands::stopEndsAGatewayThatDoesNotLeave_data()
{
    QTest::addColumn<bool>("ignoresTerminate");
    QTest::newRow("terminated") << false;
    QTest::newRow("killed") << true;
}

void tst_commands::stopEndsAGatewayThatDoesNotLeave()
{
    QFETCH(bool, ignoresTerminate);
    WaitingChild process(ignoresTerminate ? WaitingChild::IgnoresTerminate : WaitingChild::Polite);
    ControlFixture gateway;
    gateway.listen({}, {control::protocolVersion, {}, process.processId(), process.startTime()});
    // One that leaves the handshake's process running.
    const StopTimes times{50ms, ignoresTerminate ? 50ms : 60'000ms, 60'000ms};
    const Outcome outcome = stopQuickly(gateway, times);
    QCOMPARE(outcome.err, QString());
    QCOMPARE(outcome.code, 0);
    QTRY_VERIFY(process.hasEnded());
#ifndef Q_OS_WIN
    QCOMPARE(process.exitCode(), ignoresTerminate ? SIGKILL : SIGTERM);
#endif
}

void tst_commands::stopLeavesAnotherProcessOfThatPidAlone()
{
    WaitingChild process;
    ControlFixture gateway;
    gateway.listen({}, {control::protocolVersion, {}, process.processId(), process.startTime() - 1});
    const Outcome outcome = stopQuickly(gateway, {50ms, 50ms, 50ms});
    QCOMPARE(outcome.code, 0);
    QVERIFY(isRunning({process.processId(), process.startTime()}));
}

int main(int argc, char **argv)
{
    if (WaitingChild::isThis(argc, argv))
        return WaitingChild::wait(argv);
    QCoreApplication app(argc, argv);
    tst_commands test;
    return QTest::qExec(&test, argc, argv);
}

#include "tst_commands.moc"
