// SPDX-License-Identifier: MIT
#include "app/claude/claudebackup.h"

#include "gateway/base/atomicfile.h"
#include "tests/app/claude/claudestate.h"
#include "tests/support/testhome.h"

#include <QDir>
#include <QFile>
#include <QTest>

using namespace pasarela;
using pasarela::test::must;
using pasarela::test::TestHome;

/// Old settings, kept until they are wanted.
class tst_claudebackup : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void keepsEveryByteAndWhatItIsAbout();
    void isForNobodyElse();
    void countsOnlyOnceItIsFinished();
    void theNewestComesFirstAndUndoneOnesArePassedOver();
    void belongsToItsFile();
    void keepsTen();
    void aDamagedOneIsSaid();
    void whatNeverBecameOneIsSwept();
    void leavesNothingWhereItFails();
};

namespace {

struct Fixture {
    TestHome home;
    Paths paths = Paths::locate(home.path()).value();

    Fixture() { must(paths.create()); }
    ClaudeBackup make(int second, const QByteArray &original = "{}") const
    {
        ClaudeBackup backup;
        backup.file = home.file(QStringLiteral("c.json"));
        backup.original = original;
        backup.writtenHash = "hash";
        backup.time = QDateTime::fromSecsSinceEpoch(1'700'000'000 + second);
        backup.moved = {{QStringLiteral("A \u202e"), QStringLiteral("a")}};
        backup.addedEnclaves = {QStringLiteral("a")};
        return backup;
    }
    ClaudeBackup stored(int second, const QByteArray &original = "{}") const
    {
        const ClaudeBackup backup = writeBackup(paths, make(second, original)).value();
        must(markFinished(paths, backup));
        return backup;
    }
    QStringList folders() const { return test::backupsIn(paths); }
};

} // namespace

void tst_claudebackup::keepsEveryByteAndWhatItIsAbout()
{
    const Fixture f;
    QByteArray bytes = "\xEF\xBB\xBF{\r\n\t\"n\": 1e400 }\xFF";
    bytes.append('\0');
    const ClaudeBackup made = f.stored(0, bytes);
    const auto backup = newestBackup(f.paths, made.file);
    QVERIFY(backup);
    QCOMPARE(backup->original, bytes);
    QCOMPARE(readWholeFile(backup->folder + QStringLiteral("/claude_desktop_config.json")).value(), bytes);
    QCOMPARE(backup->moved, made.moved);
    QCOMPARE(backup->addedEnclaves, made.addedEnclaves);
    QCOMPARE(backup->writtenHash, QByteArray("hash"));
    QVERIFY(backup->existed);
}

void tst_claudebackup::isForNobodyElse()
{
#ifdef Q_OS_WIN
    QSKIP("modes are of Unix");
#endif
    const Fixture f;
    const ClaudeBackup backup = f.stored(0);
    const auto others =
        QFile::ReadGroup | QFile::WriteGroup | QFile::ExeGroup | QFile::ReadOther | QFile::WriteOther | QFile::ExeOther;
    QVERIFY(!(QFile::permissions(backup.folder) & others));
    for (const QFileInfo &file : QDir(backup.folder).entryInfoList(QDir::Files))
        QVERIFY2(!(file.permissions() & others), qPrintable(file.fileName()));
}

void tst_claudebackup::countsOnlyOnceItIsFinished()
{
    const Fixture f;
    const ClaudeBackup backup = writeBackup(f.paths, f.make(0)).value();
    QVERIFY(hasUnfinishedBackup(f.paths));
    QCOMPARE(unfinishedBackups(f.paths).value().size(), size_t(1));
    QVERIFY(!newestBackup(f.paths, backup.file));
    QVERIFY(markFinished(f.paths, backup));
    QVERIFY(markFinished(f.paths, backup)); // already
    QVERIFY(!hasUnfinishedBackup(f.paths));
    QVERIFY(unfinishedBackups(f.paths).value().empty());
    QVERIFY(newestBackup(f.paths, backup.file));
}

void tst_claudebackup::theNewestComesFirstAndUndoneOnesArePassedOver()
{
    const Fixture f;
    f.stored(1, "1");
    f.stored(3, "3");
    f.stored(2, "2");
    f.stored(3, "4"); // within the same millisecond
    const QString file = f.make(0).file;
    for (const char *expected : {"4", "3", "2", "1"}) {
        const auto backup = newestBackup(f.paths, file);
        QVERIFY(backup);
        QCOMPARE(backup->original, QByteArray(expected));
        QVERIFY(markUndone(*backup));
    }
    const auto none = newestBackup(f.paths, file);
    QVERIFY(!none);
    QCOMPARE(none.error().code, Error::Code::NotFound);
    QCOMPARE(f.folders().size(), 4); // they stay
}

void tst_claudebackup::belongsToItsFile()
{
    const Fixture f;
    f.stored(0);
    QVERIFY(!newestBackup(f.paths, f.home.file(QStringLiteral("another.json"))));
}

void tst_claudebackup::keepsTen()
{
    const Fixture f;
    for (int i = 0; i < 12; ++i)
        f.stored(i, QByteArray::number(i));
    QCOMPARE(f.folders().size(), 10);
    QCOMPARE(newestBackup(f.paths, f.make(0).file).value().original, QByteArray("11"));
    (void)writeBackup(f.paths, f.make(20)).value();
    QCOMPARE(f.folders().size(), 11); // nothing goes for one that may be taken back
}

void tst_claudebackup::aDamagedOneIsSaid()
{
    const Fixture f;
    const ClaudeBackup backup = f.stored(0);
    QVERIFY(replaceFile(backup.folder + QStringLiteral("/claude_desktop_config.json"), "{ }"));
    const auto read = newestBackup(f.paths, backup.file);
    QVERIFY(!read);
    QVERIFY2(read.error().detail.contains(QStringLiteral("damaged")), qPrintable(read.error().detail));
}

void tst_claudebackup::whatNeverBecameOneIsSwept()
{
    const Fixture f;
    const ClaudeBackup good = f.stored(0);
    const ClaudeBackup half = writeBackup(f.paths, f.make(5)).value();
    QVERIFY(QFile::remove(half.folder + QStringLiteral("/manifest.json")));
    QVERIFY(newestBackup(f.paths, good.file)); // it does not hide the good one
    QVERIFY(unfinishedBackups(f.paths).value().empty());
    QCOMPARE(f.folders().size(), 1);
}

void tst_claudebackup::leavesNothingWhereItFails()
{
    const Fixture f;
    QVERIFY(QDir().rmdir(f.paths.backupDir()) || !QFileInfo::exists(f.paths.backupDir()));
    QFile inTheWay(f.paths.backupDir());
    QVERIFY(inTheWay.open(QIODevice::WriteOnly));
    QVERIFY(!writeBackup(f.paths, f.make(0)));
    QVERIFY(QFileInfo(f.paths.backupDir()).isFile());
}

QTEST_GUILESS_MAIN(tst_claudebackup)
#include "tst_claudebackup.moc"
