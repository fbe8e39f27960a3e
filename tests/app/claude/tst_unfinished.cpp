// SPDX-License-Identifier: MIT
#include "app/claude/unfinished.h"

#include "app/claude/claudeconfig.h"
#include "gateway/base/atomicfile.h"
#include "gateway/config/configedit.h"
#include "tests/app/claude/claudestate.h"
#include "tests/support/testhome.h"

#include <QDir>
#include <QFileInfo>
#include <QLockFile>
#include <QTest>

using namespace pasarela;
using pasarela::test::must;
using pasarela::test::TestHome;

/// What a run that was ended in the middle left, tidied up by the next.
class tst_unfinished : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void theSettingsTellHowFarItCame_data();
    void theSettingsTellHowFarItCame();
    void brokenSettingsTellNothing();
    void settingsThatAreAFolderTellNothing();
    void whatAPersonMadeOfItStays();
    void nothingUnfinishedIsNothingToDo();
    void temporaryFilesGo();
    void onlyOneRunAtATime();
};

namespace {

const QByteArray original = R"({"mcpServers":{"notes":{"command":"n"},"known":{"command":"k"}}})";
const QByteArray own = "\"pasarela\":" + ownEntry(QStringLiteral("/opt/pasarela-bridge"), {});
const QByteArray written = "{\"mcpServers\":{" + own + "}}";

/// A run that stored "notes", found "known" stored (off), and was ended.
struct Fixture {
    TestHome home;
    Paths paths = Paths::locate(home.path()).value();
    QString file = home.file(QStringLiteral("Claude/c.json"));

    explicit Fixture(bool stored = true)
    {
        must(paths.create());
        home.write(QStringLiteral("Claude/c.json"), original);
        add(QStringLiteral("known"), false);
        ClaudeBackup backup;
        backup.file = file;
        backup.original = original;
        backup.writtenHash = contentHash(written);
        backup.time = QDateTime::currentDateTimeUtc();
        backup.moved = {{QStringLiteral("notes"), QStringLiteral("notes")},
                        {QStringLiteral("known"), QStringLiteral("known")}};
        backup.addedEnclaves = {QStringLiteral("notes")};
        must(writeBackup(paths, backup));
        if (stored)
            add(QStringLiteral("notes"), false);
    }
    void add(const QString &name, bool enabled, const QString &origin = QStringLiteral("claude-desktop")) const
    {
        EnclaveConfig enclave;
        enclave.launch = StdioLaunch{name.left(1), {}};
        enclave.enabled = enabled;
        enclave.origin = origin;
        must(ConfigEdit(paths).addEnclave(EnclaveId(name), enclave));
    }
    QStringList enclaves() const { return test::enclavesIn(paths); }
    qsizetype backups() const { return test::backupsIn(paths).size(); }
};

} // namespace

void tst_unfinished::theSettingsTellHowFarItCame_data()
{
    QTest::addColumn<bool>("stored");
    QTest::addColumn<QByteArray>("now"); // null: no file
    QTest::addColumn<QStringList>("enclaves");
    const QStringList taken{QStringLiteral("-known")};
    const QStringList completed{QStringLiteral("known"), QStringLiteral("notes")};
    QTest::newRow("ended after the backup") << false << original << taken;
    QTest::newRow("ended before the settings") << true << original << taken;
    QTest::newRow("ended after the settings") << true << written << completed;
    QTest::newRow("and Claude wrote them anew") << true << "{ \"x\": 1, \"mcpServers\": {" + own + "} }" << completed;
    const QByteArray both = R"("known":{"command":"k"},"notes":{"command":"n"})";
    QTest::newRow("before, and Claude wrote them anew") << true << "{\"mcpServers\":{" + both + "},\"x\":1}" << taken;
    QTest::newRow("before, and ours was there from earlier")
        << true << "{\"mcpServers\":{" + both + ',' + own + "}}" << taken;
    // Nothing may be lost: what is in neither place any more stays here.
    QTest::newRow("after, and one was put in again")
        << true << "{\"mcpServers\":{" + own + ",\"notes\":{\"command\":\"n\"}}}" << completed;
    QTest::newRow("after, and the file is gone since") << true << QByteArray() << completed;
    QTest::newRow("after, and all servers are gone since") << true << QByteArray("{}") << completed;
}

void tst_unfinished::theSettingsTellHowFarItCame()
{
    QFETCH(bool, stored);
    QFETCH(QByteArray, now);
    QFETCH(QStringList, enclaves);
    const Fixture f(stored);
    f.home.write(QStringLiteral("Claude/c.json"), now);
    if (now.isNull())
        QVERIFY(QFile::remove(f.file));
    const auto settled = settleUnfinished(f.paths);
    QVERIFY2(settled, qPrintable(settled ? QString() : settled.error().detail));
    QCOMPARE(settled->size(), 1);
    QCOMPARE(f.enclaves(), enclaves);
    QCOMPARE(f.home.read(QStringLiteral("Claude/c.json")), now); // never touched
    const bool completed = enclaves.contains(QStringLiteral("notes"));
    QCOMPARE(f.backups(), completed ? 1 : 0);
    QCOMPARE(newestBackup(f.paths, f.file).ok(), completed);
    QVERIFY(settleUnfinished(f.paths).value().isEmpty());
}

void tst_unfinished::brokenSettingsTellNothing()
{
    const Fixture f;
    f.home.write(QStringLiteral("Claude/c.json"), "{");
    const auto settled = settleUnfinished(f.paths);
    QVERIFY(!settled);
    QVERIFY2(settled.error().detail.contains(QDir::toNativeSeparators(f.file)), qPrintable(settled.error().detail));
    QCOMPARE(f.enclaves(), (QStringList{QStringLiteral("-known"), QStringLiteral("-notes")}));
    QVERIFY(hasUnfinishedBackup(f.paths)); // for the next time
    f.home.write(QStringLiteral("Claude/c.json"), written);
    QVERIFY(settleUnfinished(f.paths));
    QCOMPARE(f.enclaves(), (QStringList{QStringLiteral("known"), QStringLiteral("notes")}));
}

void tst_unfinished::settingsThatAreAFolderTellNothing()
{
    const Fixture f;
    QVERIFY(QFile::remove(f.file) && QDir().mkpath(f.file));
    const auto settled = settleUnfinished(f.paths);
    QVERIFY(!settled);
    QVERIFY2(settled.error().detail.contains(QStringLiteral("give a file. Correct that")),
             qPrintable(settled.error().detail));
    QCOMPARE(f.backups(), 1);
}

void tst_unfinished::whatAPersonMadeOfItStays()
{
    {
        const Fixture f;
        must(ConfigEdit(f.paths).setEnclaveEnabled(EnclaveId(QStringLiteral("notes")), true));
        QVERIFY(settleUnfinished(f.paths));
        QCOMPARE(f.enclaves(), (QStringList{QStringLiteral("-known"), QStringLiteral("notes")}));
    }
    const Fixture f(false);
    f.add(QStringLiteral("notes"), false, {}); // their own, of the same name
    QVERIFY(settleUnfinished(f.paths));
    QCOMPARE(f.enclaves(), (QStringList{QStringLiteral("-known"), QStringLiteral("-notes")}));
}

void tst_unfinished::nothingUnfinishedIsNothingToDo()
{
    const TestHome home;
    const Paths paths = Paths::locate(home.path()).value();
    must(paths.create());
    QVERIFY(settleUnfinished(paths).value().isEmpty());
    QVERIFY(!QFileInfo::exists(paths.configFile()));
}

void tst_unfinished::temporaryFilesGo()
{
    const Fixture f;
    f.home.write(QStringLiteral("Claude/.c.json.a1B2c3"), "half");
    f.home.write(QStringLiteral("Claude/.c.json.bak"), "theirs");
    f.home.write(QStringLiteral("Claude/.c.json.a1.2c3"), "theirs");
    f.home.write(QStringLiteral("Claude/.d.json.a1B2c3"), "theirs");
    f.home.write(QStringLiteral("Claude/c.json.a1B2c3"), "theirs");
    QVERIFY(settleUnfinished(f.paths));
    QCOMPARE(QDir(f.home.file(QStringLiteral("Claude"))).entryList(QDir::Files | QDir::Hidden, QDir::Name).size(), 5);
    QVERIFY(!QFileInfo::exists(f.home.file(QStringLiteral("Claude/.c.json.a1B2c3"))));
}

void tst_unfinished::onlyOneRunAtATime()
{
    const Fixture f;
    auto first = lockConnecting(f.paths);
    QVERIFY(first);
    const auto second = lockConnecting(f.paths);
    QVERIFY(!second);
    QCOMPARE(second.error().code, Error::Code::Unavailable);
    first->reset();
    QVERIFY(lockConnecting(f.paths));
}

QTEST_GUILESS_MAIN(tst_unfinished)
#include "tst_unfinished.moc"
