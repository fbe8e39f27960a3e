// SPDX-License-Identifier: MIT
#include "app/claude/applyrun.h"

#include "app/claude/undo.h"
#include "app/claude/unfinished.h"
#include "gateway/base/atomicfile.h"
#include "tests/app/claude/claudestate.h"
#include "tests/support/controlfixture.h"

#include <QDir>
#include <QFileInfo>
#include <QLockFile>
#include <QMetaEnum>
#include <QProcess>
#include <QTest>

#include <cstdlib>

using namespace pasarela;
using pasarela::test::ControlFixture;
using Step = ApplyRun::Step;

/// Carrying out a plan: whole, or not at all. The gateway is the test itself.
class tst_applyrun : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void movesEverythingInOrder();
    void whatIsThereAlreadyIsTurnedOn();
    void aServerThatDoesNotStartMovesAllTheSame_data();
    void aServerThatDoesNotStartMovesAllTheSame();
    void saysWhatItWaitsFor();
    void cancelledItLeavesNothing_data();
    void cancelledItLeavesNothing();
    void undoGivesTheOriginalBytes();
    void aFailureTakesEverythingBack_data();
    void aFailureTakesEverythingBack();
    void settingsThatChangedMeanwhileStay();
    void whatCannotBeTakenBackIsSaidAndDoneTheNextTime();
    void aKillLeavesNothingHalf_data();
    void aKillLeavesNothingHalf();
};

namespace {

const QByteArray original = "{\n\t\"n\": 1e400,\n\t\"mcpServers\": {\n\t\t\"Notes\": {\"command\": "
                            "\"n\"},\n\t\t\"web\": {\"command\": \"w\"}\n\t}\n}\n";

MigrationPlan planFor(const Paths &paths, const QString &file)
{
    PlanInput input;
    input.bytes = readWholeFile(file).value();
    input.config = ConfigEdit(paths).read().value().config;
    input.ownEntry = ownEntry(QStringLiteral("/opt/pasarela-bridge"), paths.home());
    return planMigration(input).value();
}

struct Fixture : ControlFixture {
    QString file = home.file(QStringLiteral("Claude/c.json"));
    std::vector<Step> steps;
    QStringList lines;
    std::function<void(Step)> then;
    std::function<void(const QString &)> said;
    std::function<void()> started;
    std::chrono::milliseconds remindEvery{60'000};
    ApplyRun *running = nullptr;

    Fixture()
    {
        home.write(QStringLiteral("Claude/c.json"), original);
        ControlServerOptions options;
        options.processes.parentOf = [](qint64) { return qint64{1}; }; // a child of this test is none of a gateway's
        listen(std::move(options));
    }
    QByteArray now() const { return home.read(QStringLiteral("Claude/c.json")); }
    QStringList enclaves() const { return test::enclavesIn(paths); }
    qsizetype backups() const { return test::backupsIn(paths).size(); }

    Result<void> run()
    {
        std::optional<Result<void>> outcome;
        ApplyRun apply(paths, file, planFor(paths, file));
        QObject::connect(&apply, &ApplyRun::progress, &apply, [this](const QString &line) {
            lines.append(line);
            if (said)
                said(line);
        });
        running = &apply;
        apply.setReminderEvery(remindEvery);
        QObject::connect(&apply, &ApplyRun::reached, &apply, [this](Step step) {
            steps.push_back(step);
            if (then)
                then(step);
        });
        apply.start([&outcome](const Result<void> &done) { outcome = done; });
        if (started)
            started();
        if (!QTest::qWaitFor([&outcome] { return outcome.has_value(); }, 30'000))
            return Error{Error::Code::Timeout, QStringLiteral("no answer")};
        return *outcome;
    }
};

/// What this program does instead of testing when it is started so: a run that kills itself after a step.
constexpr char killFlag[] = "--apply-and-die-after";
constexpr int diedAsTold = 9;

int applyAndDie(const QString &home, const QString &file, Step last)
{
    const Paths paths = Paths::locate(home).value();
    const auto lock = lockConnecting(paths);
    if (!lock)
        return 3;
    ApplyRun apply(paths, file, planFor(paths, file));
    QObject::connect(&apply, &ApplyRun::reached, &apply, [last](Step step) {
        if (step == last)
            std::_Exit(diedAsTold); // nothing is flushed, nobody says goodbye
    });
    apply.start([](const Result<void> &done) { QCoreApplication::exit(done ? 0 : 1); });
    return QCoreApplication::exec();
}

} // namespace

void tst_applyrun::movesEverythingInOrder()
{
    Fixture f;
    QStringList before;
    f.then = [&](Step step) {
        if (step == Step::Tried)
            before = f.enclaves();
        if (step == Step::BackedUp) {
            QCOMPARE(f.enclaves(), QStringList());
            QVERIFY(hasUnfinishedBackup(f.paths));
        }
        QCOMPARE(f.now() == original, step < Step::FileChanged);
    };
    const auto done = f.run();
    QVERIFY2(done, qPrintable(done.error().detail));
    QCOMPARE(f.steps,
             (std::vector<Step>{Step::BackedUp, Step::Stored, Step::Tried, Step::FileChanged, Step::SwitchedOn}));
    QCOMPARE(before, (QStringList{QStringLiteral("-notes"), QStringLiteral("-web")}));
    QCOMPARE(f.enclaves(), (QStringList{QStringLiteral("notes"), QStringLiteral("web")}));
    QCOMPARE(f.handler.trials.size(), size_t(2));
    QVERIFY(f.handler.reloads >= 2);
    QVERIFY(!hasUnfinishedBackup(f.paths));
    const auto backup = newestBackup(f.paths, f.file);
    QVERIFY(backup);
    QCOMPARE(backup->original, original);
    const auto config = readClaudeConfig(f.now());
    QCOMPARE(config.value().entries.size(), size_t(1));
    QVERIFY(isOwnEntry(config.value().entries[0]));
    QVERIFY(planFor(f.paths, f.file).changesNothing());
}

void tst_applyrun::whatIsThereAlreadyIsTurnedOn()
{
    Fixture f;
    PlanRow row = planFor(f.paths, f.file).rows.at(0);
    row.config.enabled = false;
    QVERIFY(ConfigEdit(f.paths).addEnclave(row.enclave, row.config));
    QVERIFY(f.run());
    QCOMPARE(f.enclaves(), (QStringList{QStringLiteral("notes"), QStringLiteral("web")}));
    QCOMPARE(newestBackup(f.paths, f.file).value().addedEnclaves, QStringList(QStringLiteral("web")));
}

void tst_applyrun::aServerThatDoesNotStartMovesAllTheSame_data()
{
    QTest::addColumn<int>("code");
    QTest::newRow("cannot be started") << int(Error::Code::Io);
    QTest::newRow("crashes") << int(Error::Code::Closed);
    QTest::newRow("hangs") << int(Error::Code::Timeout);
    QTest::newRow("speaks no MCP") << int(Error::Code::ProtocolViolation);
    QTest::newRow("is none") << int(Error::Code::Unavailable);
}

void tst_applyrun::aServerThatDoesNotStartMovesAllTheSame()
{
    QFETCH(int, code);
    Fixture f;
    f.handler.trialAnswer = Error{Error::Code(code), QStringLiteral("no \u001b[2J such program")};
    QVERIFY(f.run());
    QCOMPARE(f.enclaves().size(), 2);
    QVERIFY2(f.lines.join(QLatin1Char('\n')).contains(QStringLiteral("no \u241b[2J such program")),
             qPrintable(f.lines.join(QLatin1Char('\n'))));
}

void tst_applyrun::saysWhatItWaitsFor()
{
    Fixture f;
    f.handler.holdTrials = true;
    f.remindEvery = std::chrono::milliseconds(1);
    f.said = [&f](const QString &line) {
        if (!line.contains(QStringLiteral("still starting")) || f.handler.heldTrials.empty())
            return;
        const auto answer = f.handler.heldTrials.front();
        f.handler.heldTrials.pop_front();
        answer(f.handler.trialAnswer);
    };
    const auto done = f.run();
    QVERIFY2(done, qPrintable(done.error().detail));
    for (const char *name : {"Notes", "web"}) {
        const QString all = f.lines.join(QLatin1Char('\n'));
        QVERIFY2(all.contains(QLatin1String(name) + QStringLiteral(": starting it once")), qPrintable(all));
        QVERIFY2(all.contains(QLatin1String(name) + QStringLiteral(": still starting, for ")), qPrintable(all));
    }
}

void tst_applyrun::cancelledItLeavesNothing_data()
{
    QTest::addColumn<QString>("when");
    QTest::newRow("before anything") << QStringLiteral("start");
    QTest::newRow("stored") << QStringLiteral("stored");
    QTest::newRow("while one is tried") << QStringLiteral("still");
}

void tst_applyrun::cancelledItLeavesNothing()
{
    QFETCH(QString, when);
    Fixture f;
    f.handler.holdTrials = true;
    f.remindEvery = std::chrono::milliseconds(1);
    const auto cancel = [&f] { QMetaObject::invokeMethod(f.running, &ApplyRun::cancel, Qt::QueuedConnection); };
    f.said = [&](const QString &line) {
        if (when == QLatin1String("still") && line.contains(when))
            cancel();
    };
    f.then = [&](Step step) {
        if (when == QLatin1String("stored") && step == Step::Stored)
            cancel();
    };
    if (when == QLatin1String("start"))
        f.started = cancel;
    const auto done = f.run();
    QVERIFY(!done);
    QCOMPARE(done.error().code, Error::Code::Cancelled);
    QCOMPARE(f.now(), original);
    QCOMPARE(f.enclaves(), QStringList());
    QCOMPARE(f.backups(), 0);
    QVERIFY(!hasUnfinishedBackup(f.paths));
}

void tst_applyrun::undoGivesTheOriginalBytes()
{
    Fixture f;
    QVERIFY(f.run());
    QVERIFY(undoConnect(f.paths, f.file).value().exact);
    QCOMPARE(f.now(), original);
    QCOMPARE(f.enclaves(), QStringList());
}

void tst_applyrun::aFailureTakesEverythingBack_data()
{
    QTest::addColumn<int>("after"); // the step behind which something goes wrong; -1: before the first
    QTest::addColumn<QString>("what");
    QTest::newRow("no room for a backup") << -1 << QStringLiteral("backups");
    QTest::newRow("no room for the enclaves") << int(Step::BackedUp) << QStringLiteral("config");
    QTest::newRow("an enclave of that name by now") << int(Step::BackedUp) << QStringLiteral("enclave");
    QTest::newRow("the gateway goes before the trial") << int(Step::Stored) << QStringLiteral("gateway");
    QTest::newRow("the settings cannot be written") << int(Step::Tried) << QStringLiteral("settings");
    QTest::newRow("the enclaves cannot be turned on") << int(Step::FileChanged) << QStringLiteral("config");
}

void tst_applyrun::aFailureTakesEverythingBack()
{
    QFETCH(int, after);
    QFETCH(QString, what);
    Fixture f;
    const QString config = f.paths.configFile();
    QString moved;
    const auto block = [&] {
        if (what == QLatin1String("gateway"))
            return f.die();
        if (what == QLatin1String("enclave")) {
            EnclaveConfig enclave;
            enclave.launch = StdioLaunch{QStringLiteral("other"), {}};
            QVERIFY(ConfigEdit(f.paths).addEnclave(EnclaveId(QStringLiteral("web")), enclave));
            return;
        }
        if (what == QLatin1String("backups"))
            f.home.write(QStringLiteral("data/backups"), "in the way");
        if (what == QLatin1String("settings")) // a link that leads nowhere cannot be read again
            QVERIFY(QFile::rename(f.file, f.file + QLatin1Char('x'))
                    && QFile::link(QStringLiteral("/nowhere/at/all"), f.file));
        if (what == QLatin1String("config")) { // a broken configuration is never written to
            moved = QString::fromUtf8(readWholeFile(config).ok() ? *readWholeFile(config) : QByteArray("{}"));
            QVERIFY(replaceFile(config, "{"));
        }
    };
    // What was in the way goes once the run has met it, or it could take nothing back.
    f.then = [&](Step step) {
        if (int(step) == after)
            block();
    };
    if (after < 0)
        block();
    const auto done = f.run();
    QVERIFY(!done);
    if (what == QLatin1String("settings"))
        QVERIFY(QFile::remove(f.file) && QFile::rename(f.file + QLatin1Char('x'), f.file));
    if (what == QLatin1String("config"))
        QVERIFY(replaceFile(config, moved.toUtf8()));
    QVERIFY(settleUnfinished(f.paths).ok());
    QCOMPARE(f.now(), original);
    QCOMPARE(f.enclaves(), what == QLatin1String("enclave") ? QStringList(QStringLiteral("web")) : QStringList());
    QVERIFY(!hasUnfinishedBackup(f.paths));
    QCOMPARE(f.backups(), 0);
    QCOMPARE(QDir(f.home.file(QStringLiteral("Claude"))).entryList(QDir::Files | QDir::Hidden),
             QStringList(QStringLiteral("c.json")));
}

void tst_applyrun::settingsThatChangedMeanwhileStay()
{
    Fixture f;
    const QByteArray theirs = R"({"mcpServers":{"Notes":{"command":"n"}},"theirs":1})";
    f.then = [&](Step step) {
        if (step == Step::Tried)
            f.home.write(QStringLiteral("Claude/c.json"), theirs);
    };
    const auto done = f.run();
    QVERIFY(!done);
    QCOMPARE(done.error().code, Error::Code::Conflict);
    QCOMPARE(f.now(), theirs);
    QCOMPARE(f.enclaves(), QStringList());
    QCOMPARE(f.backups(), 0);
}

void tst_applyrun::whatCannotBeTakenBackIsSaidAndDoneTheNextTime()
{
    Fixture f;
    QByteArray good;
    f.then = [&](Step step) {
        if (step != Step::Tried)
            return;
        good = readWholeFile(f.paths.configFile()).value();
        QVERIFY(replaceFile(f.paths.configFile(), "{"));
        f.home.write(QStringLiteral("Claude/c.json"), original + ' ');
    };
    const auto done = f.run();
    QVERIFY(!done);
    QVERIFY2(done.error().detail.contains(QStringLiteral("run this again")), qPrintable(done.error().detail));
    QVERIFY(hasUnfinishedBackup(f.paths));
    QVERIFY(!settleUnfinished(f.paths));
    QVERIFY(replaceFile(f.paths.configFile(), good));
    QCOMPARE(f.enclaves().size(), 2);
    QVERIFY(settleUnfinished(f.paths));
    QCOMPARE(f.enclaves(), QStringList());
}

void tst_applyrun::aKillLeavesNothingHalf_data()
{
    QTest::addColumn<int>("step");
    const QMetaEnum steps = QMetaEnum::fromType<Step>();
    for (int i = 0; i < steps.keyCount(); ++i)
        QTest::newRow(steps.key(i)) << steps.value(i);
}

void tst_applyrun::aKillLeavesNothingHalf()
{
    QFETCH(int, step);
    Fixture f;
    QProcess child;
    child.setProcessChannelMode(QProcess::ForwardedChannels);
    child.start(QCoreApplication::applicationFilePath(),
                {QLatin1String(killFlag), f.home.path(), f.file, QString::number(step)});
    QTRY_COMPARE_WITH_TIMEOUT(child.state(), QProcess::NotRunning, 60'000);
    QCOMPARE(child.exitCode(), diedAsTold);
    f.home.write(QStringLiteral("Claude/.c.json.a1B2c3"), "half"); // as one killed while it wrote leaves it

    const bool changed = step >= int(Step::FileChanged);
    QCOMPARE(f.now() == original, !changed);
    const auto lock = lockConnecting(f.paths); // the dead one's is taken over
    QVERIFY(lock);
    QVERIFY(settleUnfinished(f.paths));
    removeLeftovers(f.file);
    QVERIFY(!hasUnfinishedBackup(f.paths));
    QCOMPARE(QDir(f.home.file(QStringLiteral("Claude"))).entryList(QDir::Files | QDir::Hidden),
             QStringList(QStringLiteral("c.json")));
    if (changed) {
        QCOMPARE(f.enclaves(), (QStringList{QStringLiteral("notes"), QStringLiteral("web")}));
        QVERIFY(planFor(f.paths, f.file).changesNothing());
        QVERIFY(undoConnect(f.paths, f.file).value().exact);
    } else {
        QCOMPARE(f.enclaves(), QStringList());
        QCOMPARE(f.backups(), 0);
        QVERIFY(f.run()); // and the whole way works afterwards
        QVERIFY(undoConnect(f.paths, f.file).value().exact);
    }
    QCOMPARE(f.now(), original);
    QCOMPARE(f.enclaves(), QStringList());
}

int main(int argc, char **argv)
{
    QCoreApplication application(argc, argv);
    const QStringList arguments = QCoreApplication::arguments();
    if (arguments.value(1) == QLatin1String(killFlag))
        return applyAndDie(arguments.value(2), arguments.value(3), Step(arguments.value(4).toInt()));
    tst_applyrun test;
    return QTest::qExec(&test, argc, argv);
}
#include "tst_applyrun.moc"
