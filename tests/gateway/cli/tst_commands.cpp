// SPDX-License-Identifier: MIT
#include "gateway/launch/stopwish.h"
#include "tests/gateway/cli/commandlinerun.h"

#include <QTest>

using namespace pasarela;
using namespace pasarela::test;
using namespace std::chrono_literals;

/// What holds for every command: version, help, usage, exit codes, starting a gateway; and the commands that have
/// little to say. Against the real control server with a fake gateway behind it.
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

    void reloadSaysWhatIsWrong();
    void enclaveLetsTheGatewayReload();
    void enclaveRestartNeedsAGateway();
    void checkLooksThroughTheHomesConfiguration();
};

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
    for (const char *word : {"run", "status", "start", "stop", "reload", "tools", "call TOOL [JSON]"})
        QVERIFY2(outcome.out.contains(QLatin1String("\n") + QLatin1String(word) + QLatin1Char(' ')), word);
    QVERIFY(outcome.err.isEmpty());
}

void tst_commands::everyCommandHasHelp_data()
{
    QTest::addColumn<QString>("command");
    QTest::addColumn<QStringList>("options");
    QTest::newRow("status") << QStringLiteral("status") << words("--watch --json");
    QTest::newRow("start") << QStringLiteral("start") << words("--json --home");
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
    for (const char *line : {"status now",
                             "status --nonsense",
                             "stop it",
                             "stop --hard",
                             "reload x",
                             "tools x",
                             "tools --client",
                             "call",
                             "call t {",
                             "call t []",
                             "call t 5",
                             "call t {} {}",
                             "call t --timeout 0",
                             "call t --timeout x",
                             "call t --timeout 1e9",
                             "status --home",
                             "call t --client Claude",
                             "call t --client=",
                             "tools --client ../x",
                             "start now"})
        QTest::newRow(line) << words(line);
    QTest::newRow("a client's name with a space") << QStringList{
        QStringLiteral("call"), QStringLiteral("t"), QStringLiteral("--client"), QStringLiteral("Bad Name")};
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
    for (const char *word : {"frobnicate", "doctor", "--nonsense"})
        QTest::newRow(word) << QString::fromLatin1(word);
}

void tst_commands::anUnknownCommandNamesThoseThatExist()
{
    QFETCH(QString, word);
    ControlFixture gateway;
    const Outcome outcome = run(gateway, {word, QStringLiteral("list")});
    QCOMPARE(outcome.code, 2);
    QVERIFY(outcome.err.contains(word));
    QVERIFY(outcome.err.contains(
        QStringLiteral("run, status, start, stop, reload, tools, call, audit, enclave, account, check")));
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
    QVERIFY2(isOneSentence(outcome.err) && outcome.err.contains(QStringLiteral("pasarela-gateway start")),
             qPrintable(outcome.err));
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
    const Outcome outcome = run(gateway, arguments, [](const Paths &, const QString &) -> Result<void> {
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
    const Outcome outcome = run(gateway, arguments, [&](const Paths &paths, const QString &) -> Result<void> {
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
    const Outcome outcome = run(gateway, words("call t"), [&](const Paths &, const QString &) -> Result<void> {
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

QTEST_GUILESS_MAIN(tst_commands)
#include "tst_commands.moc"
