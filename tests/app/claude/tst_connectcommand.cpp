// SPDX-License-Identifier: MIT
#include "app/claude/connectcommand.h"

#include "app/claude/claudeconfig.h"
#include "gateway/base/atomicfile.h"
#include "gateway/config/configedit.h"
#include "tests/support/controlfixture.h"
#include "tests/support/waitingchild.h"

#include <QDateTime>
#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QLockFile>
#include <QProcess>
#include <QTest>

#include <nlohmann/json.hpp>

#include <functional>

using namespace pasarela;
using pasarela::test::ControlFixture;
using pasarela::test::WaitingChild;

/// `pasarela --connect claude-desktop` from outside: this program is started as that one, and is its gateway too.
class tst_connectcommand : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void connectsAndUndoes();
    void twiceIsAsOnce();
    void undoTwiceSaysThereIsNothing();
    void planTouchesNothing();
    void planSaysWhatToType();
    void planOfABrokenFileFails();
    void planOfABrokenConfigurationIsADocument();
    void planForAHomeThatIsNoneIsADocument();
    void planWithoutAClaudeIsADocument();
    void helpIsNoFailure();
    void aNamedFileMustBeThere();
    void aFolderIsNoFile();
    void aClaudeWithoutSettingsGetsThem();
    void aDecisionMustBeAboutSomething();
    void refusesAndLeavesTheFile_data();
    void refusesAndLeavesTheFile();
    void asksWhichClaudeIsMeant();
    void namesAClaudeThatWasNeverOpened();
    void refusesWhileClaudeRuns();
    void tidiesUpFirst();
    void foreignTextIsMadeSafe();
    void keysAreNeverSaid();
    void interruptedItLeavesEverything();
    void oneRunAtATime();
    void wrongUsageIsCodeTwo();
};

namespace {

const QByteArray original = "{\r\n  \"n\": [1e400, 12345678901234567890],\r\n  \"mcpServers\": {\r\n    \"Notes\": "
                            "{\"command\": \"n\"}\r\n  },\r\n"
                            "  \"z\": \"\\u00e9\"\r\n}\r\n";
const QString inHome = QStringLiteral("config/Claude/claude_desktop_config.json");

/// Windows ends lines of its own way.
QString said(const QByteArray &text)
{
    return QString::fromUtf8(text).replace(QStringLiteral("\r\n"), QStringLiteral("\n"));
}

struct Outcome {
    int code = -1;
    QString out;
    QString err;
};

struct Fixture : ControlFixture {
    QString file = home.file(inHome);

    explicit Fixture(const QByteArray &bytes = original)
    {
        home.write(inHome, bytes);
        ControlServerOptions options;
        options.processes.parentOf = [](qint64) { return qint64{1}; }; // a child of this test is none of a gateway's
        listen(std::move(options));
    }
    QByteArray now() const { return home.read(inHome); }
    qsizetype enclaves() const { return ConfigEdit(paths).read().value().config.enclaves.size(); }

    std::function<void(QProcess &)> whileItRuns; ///< Called until it has ended.

    /// Claude's folder is found in this home.
    Outcome found(const QStringList &arguments) const
    {
        QProcess process;
        QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
        environment.insert(QStringLiteral("XDG_CONFIG_HOME"), home.file(QStringLiteral("config")));
        process.setProcessEnvironment(environment);
        process.start(QCoreApplication::applicationFilePath(),
                      QStringList{QStringLiteral("--connect"), QStringLiteral("claude-desktop"),
                                  QStringLiteral("--home"), home.path()}
                          + arguments);
        const auto hasEnded = [&] {
            if (whileItRuns)
                whileItRuns(process);
            return process.state() == QProcess::NotRunning;
        };
        if (!QTest::qWaitFor(hasEnded, 60'000))
            process.kill();
        return {process.exitStatus() == QProcess::NormalExit ? process.exitCode() : -1,
                said(process.readAllStandardOutput()), said(process.readAllStandardError())};
    }
    /// … and Claude is closed.
    Outcome run(const QStringList &arguments) const
    {
        return found(arguments
                     + QStringList{QStringLiteral("--config"), file, QStringLiteral("--app-running=assume-closed")});
    }
};

const QStringList applyAll{QStringLiteral("--apply"), QStringLiteral("--trust-all")};
const QStringList undo{QStringLiteral("--undo")};
const QStringList plan{QStringLiteral("--plan")};

#define COMPARE_CODE(outcome, expected)                                                                                \
    QVERIFY2((outcome).code == (expected), qPrintable(QString::number((outcome).code) + (outcome).out + (outcome).err))

} // namespace

void tst_connectcommand::connectsAndUndoes()
{
    const Fixture f;
    const Outcome applied = f.run(applyAll);
    COMPARE_CODE(applied, 0);
    QVERIFY2(applied.out.contains(QStringLiteral("Claude is connected")), qPrintable(applied.out));
    const QByteArray after = f.now();
    QVERIFY(after.startsWith(original.first(original.indexOf("\"Notes\""))));
    QVERIFY(after.endsWith(original.sliced(original.indexOf("\r\n  },"))));
    QCOMPARE(after.count('\n'), after.count("\r\n"));
    const auto config = readClaudeConfig(after);
    QCOMPARE(config.value().entries.size(), size_t(1));
    QVERIFY(isOwnEntry(config.value().entries[0]));
    QCOMPARE(config.value().entries[0].env.value(QStringLiteral("PASARELA_HOME")), f.home.path());
    QCOMPARE(f.enclaves(), 1);

    const Outcome undone = f.run(undo);
    COMPARE_CODE(undone, 0);
    QVERIFY2(undone.out.contains(QStringLiteral("as it was")), qPrintable(undone.out));
    QCOMPARE(f.now(), original);
    QCOMPARE(f.enclaves(), 0);
}

void tst_connectcommand::twiceIsAsOnce()
{
    const Fixture f;
    COMPARE_CODE(f.run(applyAll), 0);
    const QByteArray first = f.now();
    const QByteArray config = readWholeFile(f.paths.configFile()).value();
    const Outcome again = f.run(applyAll);
    COMPARE_CODE(again, 0);
    QVERIFY2(again.out.contains(QStringLiteral("Nothing is to be done")), qPrintable(again.out));
    QCOMPARE(f.now(), first);
    QCOMPARE(readWholeFile(f.paths.configFile()).value(), config);
    COMPARE_CODE(f.run(undo), 0);
    QCOMPARE(f.now(), original);
}

void tst_connectcommand::undoTwiceSaysThereIsNothing()
{
    const Fixture f;
    COMPARE_CODE(f.run(undo), 1);
    COMPARE_CODE(f.run(applyAll), 0);
    COMPARE_CODE(f.run(undo), 0);
    const Outcome second = f.run(undo);
    COMPARE_CODE(second, 1);
    QVERIFY2(second.err.contains(QStringLiteral("nothing to put back")), qPrintable(second.err));
    QCOMPARE(f.now(), original);
}

void tst_connectcommand::planTouchesNothing()
{
    const Fixture f;
    const QDateTime time = QFileInfo(f.file).lastModified();
    COMPARE_CODE(f.run(plan), 0);
    const Outcome json = f.run(plan + QStringList(QStringLiteral("--json")));
    COMPARE_CODE(json, 0);
    const auto document = nlohmann::json::parse(json.out.toStdString());
    QCOMPARE(document["servers"][0]["action"].get<std::string>(), std::string("migrate"));
    QCOMPARE(f.now(), original);
    QCOMPARE(QFileInfo(f.file).lastModified(), time);
    QVERIFY(!QFileInfo::exists(f.paths.configFile()));
    QVERIFY(!QFileInfo::exists(f.paths.backupDir()));
    QVERIFY(f.handler.trials.empty() && f.handler.reloads == 0);
}

void tst_connectcommand::planSaysWhatToType()
{
#ifdef Q_OS_WIN
    QSKIP("the line is for another shell");
#endif
    const Fixture f(R"({"mcpServers":{"notes":{"command":"n"},"it's $HOME":{"command":"k","env":{"TOKEN":"x"}}}})");
    const Outcome planned = f.found(plan + QStringList{QStringLiteral("--config"), f.file});
    COMPARE_CODE(planned, 0);
    const QString line = planned.out.trimmed().section(QLatin1Char('\n'), -1);
    QVERIFY2(line.contains(QStringLiteral("--apply")), qPrintable(planned.out));
    QProcess shell;
    shell.start(QStringLiteral("/bin/sh"),
                {QStringLiteral("-c"), line + QStringLiteral(" --app-running=assume-closed")});
    QTRY_COMPARE_WITH_TIMEOUT(shell.state(), QProcess::NotRunning, 60'000);
    QVERIFY2(shell.exitCode() == 0, shell.readAllStandardError());
    QVERIFY(f.now().contains("it's $HOME") && f.now().contains("pasarela-bridge") && !f.now().contains("notes"));
}

void tst_connectcommand::planOfABrokenFileFails()
{
    const Fixture f("{\"mcpServers\": {},\n}");
    const Outcome planned = f.run(plan);
    COMPARE_CODE(planned, 1);
    QVERIFY2(planned.err.contains(QStringLiteral("line 2, column 1"))
                 && planned.err.contains(QStringLiteral("correct it there first")),
             qPrintable(planned.err));
    QVERIFY2(planned.out.contains(QDir::toNativeSeparators(f.file)) && !planned.out.contains(QStringLiteral("--apply")),
             qPrintable(planned.out));
    const Outcome json = f.run(plan + QStringList(QStringLiteral("--json")));
    COMPARE_CODE(json, 1);
    QCOMPARE(nlohmann::json::parse(json.out.toStdString())["problems"].size(), size_t(1));
}

void tst_connectcommand::planOfABrokenConfigurationIsADocument()
{
    const Fixture f;
    f.home.write(QStringLiteral("pasarela.json"), "{\"enclaves\":");
    const Outcome json = f.run(plan + QStringList(QStringLiteral("--json")));
    COMPARE_CODE(json, 1);
    const auto document = nlohmann::json::parse(json.out.toStdString(), nullptr, false);
    QVERIFY2(!document.is_discarded(), qPrintable(json.out + json.err));
    QCOMPARE(document["problems"].size(), size_t(1));
    QVERIFY2(QString::fromStdString(document["problems"][0]).contains(QStringLiteral("pasarela.json")),
             qPrintable(json.out));
}

void tst_connectcommand::planForAHomeThatIsNoneIsADocument()
{
    const Fixture f;
    f.home.write(QStringLiteral("file"), "");
    const Outcome json = f.run(
        plan + QStringList{QStringLiteral("--json"), QStringLiteral("--home"), f.home.file(QStringLiteral("file"))});
    COMPARE_CODE(json, 1);
    const auto document = nlohmann::json::parse(json.out.toStdString(), nullptr, false);
    QVERIFY2(!document.is_discarded(), qPrintable(json.out + json.err));
    QVERIFY2(QString::fromStdString(document["problems"][0]).contains(QStringLiteral("is no folder")),
             qPrintable(json.out));
    QCOMPARE(document["changes"].get<bool>(), false);
}

void tst_connectcommand::planWithoutAClaudeIsADocument()
{
#ifndef Q_OS_LINUX
    QSKIP("the folders are Linux's");
#endif
    const Fixture f;
    QVERIFY(QDir(f.home.file(QStringLiteral("config"))).removeRecursively());
    const Outcome json = f.found(plan + QStringList(QStringLiteral("--json")));
    COMPARE_CODE(json, 1);
    const auto document = nlohmann::json::parse(json.out.toStdString(), nullptr, false);
    QVERIFY2(!document.is_discarded(), qPrintable(json.out + json.err));
    QCOMPARE(document["problems"].size(), size_t(1));
    QCOMPARE(document["changes"].get<bool>(), false);
    const Outcome text = f.found(plan);
    COMPARE_CODE(text, 1);
    QVERIFY2(text.err.contains(QStringLiteral("Open Claude Desktop once")), qPrintable(text.err));
}

void tst_connectcommand::helpIsNoFailure()
{
    const Fixture f;
    const Outcome help = f.found({QStringLiteral("--help")});
    COMPARE_CODE(help, 0);
    QVERIFY2(help.out.contains(QStringLiteral("--decide NAME=WHAT")) && help.err.isEmpty(), qPrintable(help.out));
}

void tst_connectcommand::aNamedFileMustBeThere()
{
    const Fixture f;
    const QString mistyped = f.home.file(QStringLiteral("config/Claude/claude_desktop_confg.json"));
    for (const QStringList &action : {plan, applyAll}) {
        const Outcome outcome = f.found(
            action + QStringList{QStringLiteral("--config"), mistyped, QStringLiteral("--app-running=assume-closed")});
        COMPARE_CODE(outcome, 1);
        QVERIFY2(outcome.err.contains(QDir::toNativeSeparators(mistyped))
                     && outcome.err.contains(QStringLiteral("--config")),
                 qPrintable(outcome.err));
        QCOMPARE(outcome.err.count(QLatin1Char('\n')), 1);
    }
    QVERIFY(!QFileInfo::exists(mistyped));
    QVERIFY(!QFileInfo::exists(f.paths.backupDir()));
}

void tst_connectcommand::aFolderIsNoFile()
{
    const Fixture f;
    const QString folder = f.home.file(QStringLiteral("config/Claude"));
    for (const QStringList &action : {plan, applyAll, undo}) {
        const Outcome outcome = f.found(
            action + QStringList{QStringLiteral("--config"), folder, QStringLiteral("--app-running=assume-closed")});
        COMPARE_CODE(outcome, 1);
        QVERIFY2(!outcome.err.contains(QStringLiteral("..")), qPrintable(outcome.err));
        if (action != undo) // of which there is none
            QVERIFY2(outcome.err.contains(QStringLiteral("give a file.\n")), qPrintable(outcome.err));
    }
    QCOMPARE(f.now(), original);
}

void tst_connectcommand::aClaudeWithoutSettingsGetsThem()
{
#ifndef Q_OS_LINUX
    QSKIP("the folders are Linux's");
#endif
    const Fixture f;
    for (const bool named : {false, true}) {
        QVERIFY(QFile::remove(f.file)); // Claude's folder stays
        const QStringList closed(QStringLiteral("--app-running=assume-closed"));
        COMPARE_CODE(named ? f.run(applyAll) : f.found(applyAll + closed), 0);
        QVERIFY(isOwnEntry(readClaudeConfig(f.now()).value().entries.at(0)));
    }
}

void tst_connectcommand::aDecisionMustBeAboutSomething()
{
    const Fixture f;
    for (const QStringList &about : {QStringList{QStringLiteral("--decide"), QStringLiteral("notes=leave")},
                                     QStringList{QStringLiteral("--trust"), QStringLiteral("notes")}}) {
        const Outcome outcome = f.run(applyAll + about); // its name is "Notes"
        COMPARE_CODE(outcome, 1);
        QVERIFY2(outcome.err.contains(QStringLiteral("\"notes\"")), qPrintable(outcome.err));
        // A plan says so too, shows what there is, and offers nothing to type.
        const Outcome planned = f.run(plan + about);
        COMPARE_CODE(planned, 1);
        QVERIFY2(planned.err.contains(QStringLiteral("\"notes\"")), qPrintable(planned.err));
        QVERIFY2(planned.out.contains(QStringLiteral("Notes: migrate"))
                     && !planned.out.contains(QStringLiteral("--apply")),
                 qPrintable(planned.out));
        const Outcome json = f.run(plan + about + QStringList(QStringLiteral("--json")));
        COMPARE_CODE(json, 1);
        QCOMPARE(nlohmann::json::parse(json.out.toStdString())["problems"].size(), size_t(1));
    }
    QCOMPARE(f.now(), original);
}

void tst_connectcommand::refusesAndLeavesTheFile_data()
{
    QTest::addColumn<QByteArray>("bytes");
    QTest::addColumn<QStringList>("arguments");
    QTest::addColumn<QString>("says");
    const auto row = [](const char *name, const QByteArray &bytes, const QStringList &arguments, const char *says) {
        QTest::newRow(name) << bytes << arguments << QString::fromLatin1(says);
    };
    row("broken JSON", "{\"mcpServers\": {},\n}", applyAll, "line 2, column 1");
    row("byte order mark", "\xEF\xBB\xBF{}", applyAll, "line 1, column 1");
    row("a server twice", "{\"mcpServers\": {\"a\": {},\n\"a\": {}}}", applyAll, "twice");
    row("no object", "[]", applyAll, "no JSON object");
    row("servers that are no object", "{\"mcpServers\": 1}", applyAll, "no object");
    row("empty", "", applyAll, "line 1");
    row("not trusted", original, {QStringLiteral("--apply")}, "--trust");
    row("a decision is needed", R"({"mcpServers":{"a":{"url":"u"}}})", applyAll, "(--decide a=leave)");
    row("not trusted, or left", original, {QStringLiteral("--apply")}, "--decide NAME=leave");
    row("over the limit", {}, applyAll, "over the limit");
}

void tst_connectcommand::refusesAndLeavesTheFile()
{
    QFETCH(QByteArray, bytes);
    QFETCH(QStringList, arguments);
    QFETCH(QString, says);
    const Fixture f(bytes);
    const qint64 size = bytes.isNull() ? qint64{64} * 1024 * 1024 + 1 : bytes.size();
    QVERIFY(QFile::resize(f.file, size));
    const QFileInfo before(f.file);
    const QDateTime time = before.lastModified();
    const auto mode = before.permissions();
    const Outcome outcome = f.run(arguments);
    COMPARE_CODE(outcome, 1);
    QVERIFY2(outcome.err.contains(says), qPrintable(outcome.err));
    QCOMPARE(outcome.err.count(QLatin1Char('\n')), 1);
    if (!bytes.isNull())
        QCOMPARE(f.now(), bytes);
    const QFileInfo after(f.file);
    QCOMPARE(after.size(), size);
    QCOMPARE(after.lastModified(), time);
    QCOMPARE(after.permissions(), mode);
    QCOMPARE(after.dir().entryList(QDir::Files | QDir::Hidden).size(), 1);
    QVERIFY(!QFileInfo::exists(f.paths.configFile()));
    QVERIFY(f.handler.trials.empty());
}

void tst_connectcommand::asksWhichClaudeIsMeant()
{
#ifndef Q_OS_LINUX
    QSKIP("the folders are Linux's");
#endif
    const Fixture f;
    const QString other = f.home.file(QStringLiteral("config/Claude-3p/claude_desktop_config.json"));
    f.home.write(QStringLiteral("config/Claude-3p/claude_desktop_config.json"), original);
    for (const QStringList &action : {applyAll, undo}) {
        const Outcome outcome = f.found(action + QStringList(QStringLiteral("--app-running=assume-closed")));
        COMPARE_CODE(outcome, 1);
        for (const QString &part : {f.file, other, QStringLiteral("--config")})
            QVERIFY2(outcome.err.contains(part), qPrintable(outcome.err));
    }
    const Outcome planned = f.found(plan);
    COMPARE_CODE(planned, 1);
    QVERIFY2(planned.out.contains(f.file) && planned.out.contains(other)
                 && planned.err.contains(QStringLiteral("--config")),
             qPrintable(planned.out + planned.err));
    QCOMPARE(f.now(), original);
    COMPARE_CODE(f.run(applyAll), 0); // names it
    QVERIFY(f.now() != original);
    QCOMPARE(readWholeFile(other).value(), original);
    QVERIFY(QFile::remove(other));
    COMPARE_CODE(f.found(undo + QStringList(QStringLiteral("--app-running=assume-closed"))), 0);
    QCOMPARE(f.now(), original);
}

void tst_connectcommand::namesAClaudeThatWasNeverOpened()
{
#ifndef Q_OS_LINUX
    QSKIP("the folders are Linux's");
#endif
    const Fixture f;
    QVERIFY(QDir(f.home.file(QStringLiteral("config"))).removeRecursively());
    const Outcome outcome = f.found(applyAll);
    COMPARE_CODE(outcome, 1);
    QVERIFY2(outcome.err.contains(QStringLiteral("never opened"))
                 && outcome.err.contains(QStringLiteral("Open Claude Desktop once")),
             qPrintable(outcome.err));
    QVERIFY(!QFileInfo::exists(f.home.file(QStringLiteral("config"))));
}

void tst_connectcommand::refusesWhileClaudeRuns()
{
#ifndef Q_OS_LINUX
    QSKIP("a program is known by other signs there");
#endif
    const Fixture f;
    const QString claude = f.home.file(QStringLiteral("claude-desktop"));
    QVERIFY(QFile::copy(QCoreApplication::applicationFilePath(), claude));
    QProcess running;
    running.start(claude, {QStringLiteral("--wait-for-end-of-stdin"), QStringLiteral("0")});
    QVERIFY(running.waitForStarted() && running.waitForReadyRead());
    for (const QStringList &action : {applyAll, undo}) {
        const Outcome outcome = f.found(action);
        COMPARE_CODE(outcome, 1);
        QVERIFY2(outcome.err.contains(QStringLiteral("quit it first")), qPrintable(outcome.err));
    }
    COMPARE_CODE(f.found(plan), 0);
    QCOMPARE(f.now(), original);
    running.closeWriteChannel();
    QVERIFY(running.waitForFinished());
}

void tst_connectcommand::tidiesUpFirst()
{
    const Fixture f;
    f.home.write(QStringLiteral("config/Claude/.claude_desktop_config.json.a1B2c3"), "half");
    COMPARE_CODE(f.run(plan), 0);
    QCOMPARE(QFileInfo(f.file).dir().entryList(QDir::Files | QDir::Hidden).size(), 2);
    COMPARE_CODE(f.run(applyAll), 0);
    QCOMPARE(QFileInfo(f.file).dir().entryList(QDir::Files | QDir::Hidden).size(), 1);
}

void tst_connectcommand::foreignTextIsMadeSafe()
{
    Fixture f("{\"mcpServers\": {\"a\\u001b]0;x\\u0007\\nb\": {\"command\": \"c\xE2\x80\xAE\", \"args\": "
              "[\"d\\u009b2J\"]}}}");
    f.handler.trialAnswer = Error{Error::Code::Io, QStringLiteral("said \u001b[31m\u202e no")};
    const QStringList decided{QStringLiteral("--decide"), QStringLiteral("a\u001b]0;x\u0007\nb=migrate")};
    for (const QStringList &arguments :
         {plan, applyAll, QStringList(QStringLiteral("--apply")) + decided, applyAll + decided, undo,
          QStringList{QStringLiteral("--plan"), QStringLiteral("\u001b[2J\u202e")}}) {
        const Outcome outcome = f.run(arguments);
        const QString all = outcome.out + outcome.err;
        QVERIFY(!all.isEmpty());
        for (const QChar c : {QChar(0x1b), QChar(0x07), QChar(0x9b), QChar(0x202e)})
            QVERIFY2(!all.contains(c), qPrintable(all));
    }
}

/// Every place of a key in one file (spec/claude-config.md, *What we do* 4), through everything that can be typed.
void tst_connectcommand::keysAreNeverSaid()
{
    const QByteArray keys = R"({"theme":{"token":"telltale"},"mcpServers":{
        "quiet":{"command":"q","args":["-e","ANY=telltale","https://h/?any=telltale"],"env":{"ANY":"telltale"}},
        "option":{"command":"a","args":["--api-key=sk-telltale","--token","ghp_telltale","--header","X-Any: telltale"]},
        "command":{"command":"b --password telltale"},
        "remote":{"url":"https://u:telltale@h/?k=telltale","headers":{"X-Any":"telltale"},"apiKey":"telltale"},
        "odd":{"command":"./o","args":"telltale --token telltale","env":"telltale"},
        "text":"sk-telltale"}})";
    const QStringList leave{QStringLiteral("--decide"), QStringLiteral("option=leave"),
                            QStringLiteral("--decide"), QStringLiteral("command=leave"),
                            QStringLiteral("--decide"), QStringLiteral("remote=leave"),
                            QStringLiteral("--decide"), QStringLiteral("odd=leave"),
                            QStringLiteral("--decide"), QStringLiteral("text=leave")};
    const QStringList json(QStringLiteral("--json"));
    const QStringList apply(QStringLiteral("--apply"));
    for (const bool inOneLine : {false, true}) {
        QByteArray bytes = keys;
        bytes.replace("telltale --token", "--token"); // a word that nothing marks as a key is none
        if (inOneLine)
            bytes.replace("\n        ", "");
        Fixture f(bytes);
        f.handler.trialAnswer = Error{Error::Code::Io, QStringLiteral("It said last: telltale is no key")};
        const auto silent = [&f](const QStringList &arguments, int code, const char *says) {
            const Outcome outcome = f.run(arguments);
            const QString all = outcome.out + outcome.err;
            COMPARE_CODE(outcome, code);
            QVERIFY2(all.contains(QLatin1String(says)), qPrintable(all));
            QVERIFY2(!all.contains(QStringLiteral("telltale")), qPrintable(all));
        };
        silent(plan, 0, "- ");
        silent(plan + leave, 0, "- ");
        silent(plan + json, 0, "diff");
        silent(plan + json + leave, 0, "diff");
        silent(applyAll, 1, "a decision is needed");
        silent(apply + leave, 1, "would be started once");
        QCOMPARE(f.now(), bytes);
        silent(applyAll + leave, 0, "is no key");
        QVERIFY(f.now() != bytes);
        silent(plan + leave, 0, "Nothing is to be done");
        silent(undo, 0, "as it was");
        QCOMPARE(f.now(), bytes);
    }
}

void tst_connectcommand::interruptedItLeavesEverything()
{
#ifdef Q_OS_WIN
    QSKIP("a console program there cannot be asked to end so");
#endif
    Fixture f;
    f.handler.holdTrials = true;
    bool asked = false;
    f.whileItRuns = [&](QProcess &process) {
        if (!asked && !f.handler.heldTrials.empty()) {
            asked = true;
            process.terminate(); // SIGTERM, taken as SIGINT is
        }
    };
    const Outcome outcome = f.run(applyAll);
    COMPARE_CODE(outcome, 1);
    QVERIFY2(outcome.err.contains(QStringLiteral("stopped, as you asked")), qPrintable(outcome.err));
    QCOMPARE(f.now(), original);
    QCOMPARE(f.enclaves(), 0);
    QCOMPARE(QDir(f.paths.backupDir()).entryList(QDir::Dirs | QDir::NoDotAndDotDot), QStringList());
}

void tst_connectcommand::oneRunAtATime()
{
    const Fixture f;
    QLockFile lock(f.paths.dataDir() + QStringLiteral("/connect.lock"));
    QVERIFY(lock.tryLock());
    for (const QStringList &action : {applyAll, undo}) {
        const Outcome outcome = f.run(action);
        COMPARE_CODE(outcome, 1);
        QVERIFY2(outcome.err.contains(QStringLiteral("another run")), qPrintable(outcome.err));
    }
    QCOMPARE(f.now(), original);
}

void tst_connectcommand::wrongUsageIsCodeTwo()
{
    const Fixture f;
    COMPARE_CODE(f.run({QStringLiteral("--plan"), QStringLiteral("--undo")}), 2);
}

int main(int argc, char **argv)
{
    if (WaitingChild::isThis(argc, argv))
        return WaitingChild::wait(argv);
    QCoreApplication application(argc, argv);
    if (argc > 1 && qstrcmp(argv[1], "--connect") == 0)
        return runConnect(QCoreApplication::arguments().mid(1));
    tst_connectcommand test;
    return QTest::qExec(&test, argc, argv);
}
#include "tst_connectcommand.moc"
