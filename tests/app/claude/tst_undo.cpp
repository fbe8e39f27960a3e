// SPDX-License-Identifier: MIT
#include "app/claude/undo.h"

#include "app/claude/claudeconfig.h"
#include "app/claude/migrationplan.h"
#include "gateway/base/atomicfile.h"
#include "gateway/config/configedit.h"
#include "tests/app/claude/claudestate.h"
#include "tests/support/testhome.h"

#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QTest>

using namespace pasarela;
using pasarela::test::must;
using pasarela::test::TestHome;

/// A change of Claude's settings taken back.
class tst_undo : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void givesTheOriginalBytes();
    void aFileThatWasNotThereGoes();
    void keepsWhatChangedSince();
    void keepsWhatClaudeLaidOutAnew();
    void resurrectsNothing_data();
    void resurrectsNothing();
    void bringsBackAnotherProgramUnderOurName();
    void anEarlierChangeStays();
    void twiceTakesBackBoth();
    void thereIsNothingToUndo();
    void onlyOnce();
    void refusesAndLeavesTheFile_data();
    void refusesAndLeavesTheFile();
    void goesOnWhereAnUndoWasEnded_data();
    void goesOnWhereAnUndoWasEnded();
};

namespace {

const QByteArray original =
    "{\r\n\t\"n\": [1e400, 1.0],\r\n\t\"mcpServers\": {\r\n\t\t\"Notes\": {\"command\": \"n\",  \"cwd\": \"/x\"},\r\n"
    "\t\t\"web\": {\"command\": \"w\"}\r\n\t},\r\n\t\"z\": \"\\u00e9\"\r\n}\r\n";

/// A home, Claude's file in it, and changes as ApplyRun leaves them.
struct Fixture {
    TestHome home;
    Paths paths = Paths::locate(home.path()).value();
    QString file = home.file(QStringLiteral("Claude/c.json"));
    int second = 0;

    explicit Fixture(const QByteArray &bytes = original)
    {
        must(paths.create());
        home.write(QStringLiteral("Claude/x"), "");
        if (!bytes.isNull())
            write(bytes);
    }
    QByteArray now() const { return home.read(QStringLiteral("Claude/c.json")); }
    void write(const QByteArray &bytes) const { home.write(QStringLiteral("Claude/c.json"), bytes); }
    GatewayConfig config() const { return ConfigEdit(paths).read().value().config; }

    void apply()
    {
        PlanInput input;
        input.bytes = QFileInfo::exists(file) ? now() : QByteArray();
        input.config = config();
        input.ownEntry = ownEntry(QStringLiteral("/opt/pasarela-bridge"), {});
        const MigrationPlan plan = planMigration(input).value();
        ClaudeBackup backup;
        backup.file = file;
        backup.existed = !plan.before.isNull();
        backup.original = plan.before;
        backup.writtenHash = contentHash(plan.after);
        backup.time = QDateTime::fromSecsSinceEpoch(1'700'000'000 + second++);
        for (const PlanRow &row : plan.rows) {
            if (row.action != PlanAction::Migrate)
                continue;
            must(ConfigEdit(paths).addEnclave(row.enclave, row.config));
            backup.moved.insert(row.entry.name, row.enclave.text());
            backup.addedEnclaves.append(row.enclave.text());
        }
        const auto stored = writeBackup(paths, backup);
        must(stored);
        must(markFinished(paths, *stored));
        write(plan.after);
    }
    QStringList names() const
    {
        QStringList names;
        const auto config = readClaudeConfig(now());
        for (const ClaudeEntry &entry : config.value().entries)
            names.append(entry.name);
        return names;
    }
};

} // namespace

void tst_undo::givesTheOriginalBytes()
{
    Fixture f;
    f.apply();
    QCOMPARE(f.names(), QStringList(QStringLiteral("pasarela")));
    QCOMPARE(f.config().enclaves.size(), 2);
    const auto outcome = undoConnect(f.paths, f.file);
    QVERIFY(outcome);
    QVERIFY(outcome->exact);
    QCOMPARE(outcome->removed.size(), 2);
    QCOMPARE(f.now(), original);
    QVERIFY(f.config().enclaves.isEmpty());
}

void tst_undo::aFileThatWasNotThereGoes()
{
    Fixture f{QByteArray()};
    f.apply();
    QVERIFY(QFileInfo::exists(f.file));
    const auto outcome = undoConnect(f.paths, f.file);
    QVERIFY(outcome && outcome->exact);
    QVERIFY(!QFileInfo::exists(f.file));
}

void tst_undo::keepsWhatChangedSince()
{
    Fixture f;
    f.apply();
    QByteArray changed = f.now();
    changed.replace("1e400", "2e400");
    changed.replace("\"z\"", "\"mine\": true,\r\n\t\"z\"");
    f.write(changed);
    const auto outcome = undoConnect(f.paths, f.file);
    QVERIFY(outcome);
    QVERIFY(!outcome->exact);
    QVERIFY(f.now().contains("2e400") && f.now().contains("\"mine\": true"));
    QVERIFY(f.now().contains("{\"command\": \"n\",  \"cwd\": \"/x\"}")); // as it was
    QCOMPARE(f.names(), (QStringList{QStringLiteral("Notes"), QStringLiteral("web")}));
    QVERIFY(f.config().enclaves.isEmpty());
}

void tst_undo::keepsWhatClaudeLaidOutAnew()
{
    Fixture f;
    f.apply();
    f.write(
        R"({"mcpServers":{"pasarela":{"command":"/opt/pasarela-bridge","args":["--client","claude-desktop"]},"new":{"command":"x"}},"n":[null,1]})");
    QVERIFY(undoConnect(f.paths, f.file));
    QCOMPARE(f.names(), (QStringList{QStringLiteral("new"), QStringLiteral("Notes"), QStringLiteral("web")}));
    QVERIFY(f.now().endsWith(R"(,"n":[null,1]})"));
}

void tst_undo::resurrectsNothing_data()
{
    QTest::addColumn<bool>("removeEnclave");
    QTest::addColumn<QByteArray>("now");
    QTest::addColumn<QStringList>("names");
    const QByteArray own = "\"pasarela\":" + ownEntry(QStringLiteral("/opt/pasarela-bridge"), {});
    QTest::newRow("an enclave was deleted")
        << true << QByteArray("{\"mcpServers\":{" + own + "}}") << QStringList{QStringLiteral("web")};
    QTest::newRow("one is there again") << false
                                        << QByteArray("{\"mcpServers\":{\"Notes\":{\"command\":\"other\"}," + own
                                                      + "}}")
                                        << QStringList{QStringLiteral("Notes"), QStringLiteral("web")};
    QTest::newRow("our entry was removed")
        << false << QByteArray("{}") << QStringList{QStringLiteral("Notes"), QStringLiteral("web")};
    QTest::newRow("another took our name")
        << false << QByteArray(R"({"mcpServers":{"pasarela":{"command":"x"}}})")
        << QStringList{QStringLiteral("pasarela"), QStringLiteral("Notes"), QStringLiteral("web")};
}

void tst_undo::resurrectsNothing()
{
    QFETCH(bool, removeEnclave);
    QFETCH(QByteArray, now);
    QFETCH(QStringList, names);
    Fixture f;
    f.apply();
    if (removeEnclave)
        QVERIFY(ConfigEdit(f.paths).removeEnclave(EnclaveId(QStringLiteral("notes"))));
    f.write(now);
    const auto outcome = undoConnect(f.paths, f.file);
    QVERIFY2(outcome, qPrintable(outcome ? QString() : outcome.error().detail));
    QCOMPARE(f.names(), names);
    QVERIFY(f.config().enclaves.isEmpty());
    if (now.contains("other"))
        QVERIFY(f.now().contains("other"));
}

void tst_undo::bringsBackAnotherProgramUnderOurName()
{
    Fixture f(R"({"mcpServers":{"pasarela":{"command":"theirs"}},"a":1})");
    f.apply();
    f.write(f.now().replace("\"a\":1", "\"a\":2"));
    QVERIFY(undoConnect(f.paths, f.file));
    const auto config = readClaudeConfig(f.now());
    QCOMPARE(config.value().entries.size(), size_t(1));
    QCOMPARE(config.value().entries[0].command, QStringLiteral("theirs"));
}

void tst_undo::anEarlierChangeStays()
{
    Fixture f;
    f.apply();
    const QByteArray first = f.now();
    f.write(withServers(first, {}, {{QStringLiteral("more"), R"({"command":"m"})"}}).value());
    f.apply();
    f.write(f.now().replace("1e400", "2e400"));
    QVERIFY(undoConnect(f.paths, f.file));
    QCOMPARE(f.names(), (QStringList{QStringLiteral("pasarela"), QStringLiteral("more")}));
    QCOMPARE(f.config().enclaves.size(), 2);
}

void tst_undo::twiceTakesBackBoth()
{
    Fixture f;
    f.apply();
    const QByteArray between = withServers(f.now(), {}, {{QStringLiteral("more"), R"({"command":"m"})"}}).value();
    f.write(between);
    f.apply();
    QVERIFY(undoConnect(f.paths, f.file).value().exact);
    QCOMPARE(f.now(), between);
    QVERIFY(!undoConnect(f.paths, f.file).value().exact);
    QCOMPARE(f.names(), (QStringList{QStringLiteral("more"), QStringLiteral("Notes"), QStringLiteral("web")}));
    QVERIFY(f.config().enclaves.isEmpty());
}

void tst_undo::thereIsNothingToUndo()
{
    const Fixture f;
    const auto outcome = undoConnect(f.paths, f.file);
    QVERIFY(!outcome);
    QCOMPARE(outcome.error().code, Error::Code::NotFound);
    QVERIFY2(outcome.error().detail.contains(QStringLiteral("nothing to put back")),
             qPrintable(outcome.error().detail));
    QCOMPARE(f.now(), original);
}

void tst_undo::onlyOnce()
{
    Fixture f;
    f.apply();
    QVERIFY(undoConnect(f.paths, f.file));
    QCOMPARE(undoConnect(f.paths, f.file).error().code, Error::Code::NotFound);
    QCOMPARE(f.now(), original);
}

void tst_undo::refusesAndLeavesTheFile_data()
{
    QTest::addColumn<QByteArray>("now");
    QTest::newRow("broken") << QByteArray("{\"mcpServers\":{},}");
    QTest::newRow("a key twice") << QByteArray("{\"mcpServers\":{\"a\":1,\"a\":2}}");
    QTest::newRow("no object") << QByteArray("[]");
    QTest::newRow("gone") << QByteArray();
}

void tst_undo::refusesAndLeavesTheFile()
{
    QFETCH(QByteArray, now);
    Fixture f;
    f.apply();
    f.write(now);
    if (now.isNull())
        QVERIFY(QFile::remove(f.file));
    const auto outcome = undoConnect(f.paths, f.file);
    QVERIFY(!outcome);
    QVERIFY(outcome.error().detail.contains(QDir::toNativeSeparators(f.file)));
    QCOMPARE(f.now(), now);
    QCOMPARE(QFileInfo::exists(f.file), !now.isNull());
    QCOMPARE(f.config().enclaves.size(), 2);
    QVERIFY(newestBackup(f.paths, f.file)); // it can be tried again
}

void tst_undo::goesOnWhereAnUndoWasEnded_data()
{
    QTest::addColumn<QByteArray>("before");
    QTest::newRow("there was a file") << original;
    QTest::newRow("there was none") << QByteArray();
}

void tst_undo::goesOnWhereAnUndoWasEnded()
{
    QFETCH(QByteArray, before);
    Fixture f(before);
    f.apply();
    const auto config = f.config().enclaves;
    // Ended after the settings were written, before the enclaves were removed.
    if (before.isNull())
        QVERIFY(QFile::remove(f.file));
    else
        f.write(before);
    const auto outcome = undoConnect(f.paths, f.file);
    QVERIFY2(outcome, qPrintable(outcome ? QString() : outcome.error().detail));
    QVERIFY(outcome->exact);
    QCOMPARE(outcome->removed.size(), config.size());
    QVERIFY(f.config().enclaves.isEmpty());
    QCOMPARE(f.now(), before);
    QCOMPARE(undoConnect(f.paths, f.file).error().code, Error::Code::NotFound);
}

QTEST_GUILESS_MAIN(tst_undo)
#include "tst_undo.moc"
