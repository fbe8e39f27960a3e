// SPDX-License-Identifier: MIT
#include "gateway/cli/enclavecommands.h"

#include "gateway/base/atomicfile.h"
#include "gateway/config/configedit.h"
#include "tests/gateway/cli/commandrun.h"

#include <QFile>
#include <QTest>

using namespace pasarela;
using test::jsonAt;

namespace {

const QString configName = QStringLiteral("pasarela.json");

} // namespace

class tst_enclavecommands : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void addsListsSwitchesAndRemoves();
    void listsNothingYet();
    void listsAsJsonWithoutValuesThatMayBeSecret();
    void refusesWhatIsNotACommand_data();
    void refusesWhatIsNotACommand();
    void failsWithASentence_data();
    void failsWithASentence();
    void printsOneJsonDocument_data();
    void printsOneJsonDocument();
    void waitsUntilTheGatewayUsesWhatWasWritten();
    void saysThatTheGatewayDidNotTakeWhatWasWritten();
    void doesNotSayThatItWasNotTakenWhereThatIsUnknown();
    void asksTheGatewayToRestartAnEnclave();
    void needsAGatewayToRestartAnEnclave();
    void helps_data();
    void helps();

private:
    static GatewayConfig configOf(const test::CommandRun &command);
};

GatewayConfig tst_enclavecommands::configOf(const test::CommandRun &command)
{
    return ConfigEdit(*Paths::locate(command.home.path())).read()->config;
}

void tst_enclavecommands::addsListsSwitchesAndRemoves()
{
    test::CommandRun command;
    QCOMPARE(command.run(runEnclave, QStringLiteral("add everything --env A=b --stdio -- npx -y server")),
             int(ExitDone));
    QCOMPARE(command.out, QStringLiteral("Added \"everything\": npx -y server\n"));
    QCOMPARE(command.err, QString());
    QCOMPARE(command.run(runEnclave, QStringLiteral("add wiki --sse https://x.org/sse?key=1")), int(ExitDone));
    QCOMPARE(command.run(runEnclave, QStringLiteral("disable wiki")), int(ExitDone));
    QCOMPARE(command.out, QStringLiteral("Switched \"wiki\" off.\n"));
    QVERIFY(!configOf(command).enclaves[EnclaveId(QStringLiteral("wiki"))].enabled);

    QCOMPARE(command.run(runEnclave, QStringLiteral("list")), int(ExitDone));
    QCOMPARE(command.out,
             QString::fromUtf8("ENCLAVE     KIND   STATE  SERVER\n"
                               "everything  stdio  on     npx -y server\n"
                               "wiki        sse    off    https://x.org/sse?…\n"));

    QCOMPARE(command.run(runEnclave, QStringLiteral("enable wiki")), int(ExitDone));
    QVERIFY(configOf(command).enclaves[EnclaveId(QStringLiteral("wiki"))].enabled);
    QCOMPARE(command.run(runEnclave, QStringLiteral("remove wiki")), int(ExitDone));
    QCOMPARE(command.out, QStringLiteral("Removed \"wiki\".\n"));
    QCOMPARE(configOf(command).enclaves.keys(), QList<EnclaveId>{EnclaveId(QStringLiteral("everything"))});
}

void tst_enclavecommands::listsNothingYet()
{
    test::CommandRun command;
    QCOMPARE(command.run(runEnclave, QStringLiteral("list")), int(ExitDone));
    QVERIFY(command.out.contains(QStringLiteral("enclave add")));
    command.json = true;
    QCOMPARE(command.run(runEnclave, QStringLiteral("list")), int(ExitDone));
    QCOMPARE(jsonAt(command.out, ""), QByteArray("{\"enclaves\":[]}"));
    QVERIFY(!QFile::exists(command.home.file(configName)));
}

void tst_enclavecommands::listsAsJsonWithoutValuesThatMayBeSecret()
{
    test::CommandRun command;
    command.home.write(configName, R"({"enclaves": {
        "a": {"stdio": {"command": "uvx", "args": ["s"]}, "env": {"K": "hunter2"}, "passEnv": ["HOME"], "title": "Año",
              "accounts": {"w": {}}, "defaultAccount": "w"},
        "b": {"http": {"url": "https://x.org/?k=hunter2"}, "headers": {"X": "hunter2"}, "enabled": false}}})");
    command.json = true;
    QCOMPARE(command.run(runEnclave, QStringLiteral("list")), int(ExitDone));
    QVERIFY(!command.out.contains(QStringLiteral("hunter2")));
    const auto a = [&command](const char *pointer) {
        return jsonAt(command.out, (QByteArray("/enclaves/0") + pointer).constData());
    };
    QCOMPARE(a("/name"), QByteArray("\"a\""));
    QCOMPARE(a("/title"), QByteArray("\"Año\""));
    QCOMPARE(a("/kind"), QByteArray("\"stdio\""));
    QCOMPARE(a("/enabled"), QByteArray("true"));
    QCOMPARE(a("/command"), QByteArray("\"uvx\""));
    QCOMPARE(a("/args"), QByteArray("[\"s\"]"));
    QCOMPARE(a("/env"), QByteArray("[\"K\"]"));
    QCOMPARE(a("/passEnv"), QByteArray("[\"HOME\"]"));
    QCOMPARE(a("/accounts"), QByteArray("[\"w\"]"));
    QCOMPARE(a("/scope"), QByteArray("\"account\""));
    QVERIFY(a("/runnerEnv").contains("\"UV_CACHE_DIR\""));
    QCOMPARE(jsonAt(command.out, "/enclaves/1/kind"), QByteArray("\"http\""));
    QCOMPARE(jsonAt(command.out, "/enclaves/1/enabled"), QByteArray("false"));
}

void tst_enclavecommands::refusesWhatIsNotACommand_data()
{
    QTest::addColumn<QString>("args");
    QTest::newRow("nothing") << "";
    QTest::newRow("unknown word") << "rename a b";
    QTest::newRow("list of something") << "list a";
    QTest::newRow("remove nothing") << "remove";
    QTest::newRow("remove two") << "remove a b";
    QTest::newRow("option") << "remove --all";
    QTest::newRow("add nothing") << "add";
}

void tst_enclavecommands::refusesWhatIsNotACommand()
{
    QFETCH(QString, args);
    test::CommandRun command;
    QCOMPARE(command.run(runEnclave, args), int(ExitUsage));
    QVERIFY(command.err.contains(QStringLiteral("Usage: pasarela-gateway enclave")));
    QCOMPARE(command.out, QString());
    QVERIFY(command.asked.empty());
    QVERIFY(!QFile::exists(command.home.file(configName)));
}

void tst_enclavecommands::failsWithASentence_data()
{
    QTest::addColumn<QByteArray>("config");
    QTest::addColumn<QString>("args");
    QTest::addColumn<QString>("words");
    const QByteArray good = "{\"enclaves\": {\"a\": {\"stdio\": {\"command\": \"x\"}}}}";
    QTest::newRow("there already") << good << "add a --stdio -- y"
                                   << "already";
    QTest::newRow("not there") << good << "remove b"
                               << "no enclave \"b\"";
    QTest::newRow("name") << good << "add A --stdio -- y"
                          << "cannot be the name";
    QTest::newRow("address") << good << "add b --http x.org"
                             << "whole address";
    QTest::newRow("broken file") << QByteArray("{,}") << "add b --stdio -- y"
                                 << "pasarela.json:1:2: ";
    QTest::newRow("list of a broken file") << QByteArray("{,}") << "list"
                                           << "pasarela.json:1:2: ";
}

void tst_enclavecommands::failsWithASentence()
{
    QFETCH(QByteArray, config);
    QFETCH(QString, args);
    QFETCH(QString, words);
    test::CommandRun command;
    command.home.write(configName, config);
    QCOMPARE(command.run(runEnclave, args), int(ExitFailed));
    QVERIFY2(command.err.contains(words), qPrintable(command.err));
    QCOMPARE(command.err.count(u'\n'), 1);
    QCOMPARE(command.out, QString());
    QCOMPARE(command.home.read(configName), config);
    QVERIFY(command.asked.empty());
}

void tst_enclavecommands::printsOneJsonDocument_data()
{
    QTest::addColumn<QString>("args");
    QTest::newRow("add") << "add b --stdio -- run";
    QTest::newRow("remove") << "remove a";
    QTest::newRow("disable") << "disable a";
    QTest::newRow("restart") << "restart a";
}

void tst_enclavecommands::printsOneJsonDocument()
{
    QFETCH(QString, args);
    test::CommandRun command;
    command.home.write(configName, "{\"enclaves\": {\"a\": {\"stdio\": {\"command\": \"x\"}}}}");
    command.json = true;
    command.answer = QByteArray("{}");
    QCOMPARE(command.run(runEnclave, args), int(ExitDone));
    QVERIFY2(jsonAt(command.out, "").startsWith('{'), qPrintable(command.out));
    QCOMPARE(command.err, QString());
}

void tst_enclavecommands::waitsUntilTheGatewayUsesWhatWasWritten()
{
    test::CommandRun command;
    command.json = true;
    command.answer = QByteArray("{}");
    QCOMPARE(command.run(runEnclave, QStringLiteral("add a --stdio -- run")), int(ExitDone));
    const QByteArray hash = contentHash(command.home.read(configName));
    QCOMPARE(command.asked.size(), size_t(1));
    QCOMPARE(command.asked[0].method, QByteArray("reload"));
    QCOMPARE(command.asked[0].params, QByteArray("{\"hash\":\"" + hash + "\"}"));
    QCOMPARE(jsonAt(command.out, ""), QByteArray("{\"enclave\":\"a\",\"hash\":\"" + hash + "\",\"reloaded\":true}"));
}

void tst_enclavecommands::saysThatTheGatewayDidNotTakeWhatWasWritten()
{
    test::CommandRun command;
    command.answer = Error{Error::Code::InvalidInput, QStringLiteral("It is broken.")};
    QCOMPARE(command.run(runEnclave, QStringLiteral("add a --stdio -- run")), int(ExitFailed));
    QCOMPARE(command.err,
             QStringLiteral("The change is written, but the running gateway did not take it: It is broken.\n"));
    QVERIFY(configOf(command).enclaves.contains(EnclaveId(QStringLiteral("a"))));
}

void tst_enclavecommands::doesNotSayThatItWasNotTakenWhereThatIsUnknown()
{
    for (const Error::Code code : {Error::Code::PermissionDenied, Error::Code::Timeout}) {
        test::CommandRun command;
        command.answer = Error{code, QStringLiteral("No talk.")};
        QCOMPARE(command.run(runEnclave, QStringLiteral("add a --stdio -- run")), int(ExitFailed));
        QVERIFY2(
            command.err.startsWith(QStringLiteral("The change is written, and a running gateway takes it by itself;"))
                && command.err.endsWith(QStringLiteral(": No talk.\n")),
            qPrintable(command.err));
    }
}

void tst_enclavecommands::asksTheGatewayToRestartAnEnclave()
{
    test::CommandRun command;
    command.answer = QByteArray("{}");
    QCOMPARE(command.run(runEnclave, QStringLiteral("restart a")), int(ExitDone));
    QCOMPARE(command.asked.size(), size_t(1));
    QCOMPARE(command.asked[0].method, QByteArray("enclave.restart"));
    QCOMPARE(command.asked[0].params, QByteArray("{\"name\":\"a\"}"));
    QCOMPARE(command.out, QStringLiteral("Restarted \"a\".\n"));

    command.answer = Error{Error::Code::NotFound, QStringLiteral("There is no enclave \"a\".")};
    QCOMPARE(command.run(runEnclave, QStringLiteral("restart a")), int(ExitFailed));
    QCOMPARE(command.err, QStringLiteral("There is no enclave \"a\".\n"));
}

void tst_enclavecommands::needsAGatewayToRestartAnEnclave()
{
    test::CommandRun command;
    QCOMPARE(command.run(runEnclave, QStringLiteral("restart a")), int(ExitNoGateway));
    QCOMPARE(command.err, QStringLiteral("The gateway does not run.\n"));
}

void tst_enclavecommands::helps_data()
{
    QTest::addColumn<QString>("args");
    QTest::newRow("of all") << "--help";
    QTest::newRow("of add") << "add --help";
    QTest::newRow("of remove") << "remove --help";
    QTest::newRow("of list") << "list --help";
}

void tst_enclavecommands::helps()
{
    QFETCH(QString, args);
    test::CommandRun command;
    QCOMPARE(command.run(runEnclave, args), int(ExitDone));
    QVERIFY(command.out.startsWith(QStringLiteral("Usage: pasarela-gateway enclave")));
    QCOMPARE(command.err, QString());
}

QTEST_GUILESS_MAIN(tst_enclavecommands)
#include "tst_enclavecommands.moc"
