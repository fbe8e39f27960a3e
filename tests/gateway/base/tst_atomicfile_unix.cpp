// SPDX-License-Identifier: MIT
#include "gateway/base/atomicfile.h"

#include "tests/support/otheruser.h"
#include "tests/support/testhome.h"

#include <QDir>
#include <QFile>
#include <QProcess>
#include <QTest>

#include <sys/stat.h>
#include <unistd.h>

using namespace pasarela;
using namespace pasarela::test;

/// Modes, owners, links, and that a failure leaves the old file.
class tst_atomicfile_unix : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void aNewFileIsForTheUserAlone();
    void anOldFileKeepsItsModeAndOwner();
    void theBackupIsForTheUserAlone();
    void aLinkStaysOne();
    void linksInACircleAreRefused();
    void aFolderThatTakesNothingLeavesTheOldFile();
    void aFileOfAnotherUserIsNotTakenOver();
    void aWriteProtectedFileStays();
    void aFullDiskLeavesTheOldFile();
};

namespace {

struct stat statusOf(const QString &path)
{
    struct stat status = {};
    ::lstat(QFile::encodeName(path).constData(), &status);
    return status;
}

int modeOf(const QString &path)
{
    return int(statusOf(path).st_mode & 07777);
}

QStringList entries(const QString &folder)
{
    return QDir(folder).entryList(QDir::AllEntries | QDir::Hidden | QDir::NoDotAndDotDot, QDir::Name);
}

/// A file system of 1 MiB, gone with the object.
class SmallDisk {
public:
    explicit SmallDisk(const QString &at)
        : m_at(at)
    {
        m_mounted = QProcess::execute(QStringLiteral("mount"),
                                      {QStringLiteral("-t"), QStringLiteral("tmpfs"), QStringLiteral("-o"),
                                       QStringLiteral("size=1m"), QStringLiteral("tmpfs"), at})
            == 0;
    }
    ~SmallDisk()
    {
        if (m_mounted)
            QProcess::execute(QStringLiteral("umount"), {m_at});
    }
    bool isMounted() const { return m_mounted; }

private:
    QString m_at;
    bool m_mounted = false;
};

} // namespace

void tst_atomicfile_unix::aNewFileIsForTheUserAlone()
{
    const TestHome home;
    QVERIFY(replaceFile(home.file(QStringLiteral("a")), "x").ok());
    QCOMPARE(modeOf(home.file(QStringLiteral("a"))), 0600);
    QVERIFY(replaceFile(home.file(QStringLiteral("b")), "x", {.newFileMode = 0644}).ok());
    QCOMPARE(modeOf(home.file(QStringLiteral("b"))), 0644);
}

void tst_atomicfile_unix::anOldFileKeepsItsModeAndOwner()
{
    const TestHome home;
    const QString file = home.file(QStringLiteral("f"));
    home.write(QStringLiteral("f"), "old");
    QCOMPARE(::chmod(QFile::encodeName(file).constData(), 0640), 0);
    if (canBeOtherUser())
        QCOMPARE(::chown(QFile::encodeName(file).constData(), otherUserId, otherUserId), 0);
    const struct stat before = statusOf(file);
    QVERIFY(replaceFile(file, "new").ok());
    QCOMPARE(modeOf(file), 0640);
    QCOMPARE(statusOf(file).st_uid, before.st_uid);
    QCOMPARE(statusOf(file).st_gid, before.st_gid);
}

void tst_atomicfile_unix::theBackupIsForTheUserAlone()
{
    const TestHome home;
    const QString file = home.file(QStringLiteral("f"));
    home.write(QStringLiteral("f"), "old");
    home.write(QStringLiteral("f.bak"), "older");
    for (const QString &path : {file, file + QStringLiteral(".bak")})
        QCOMPARE(::chmod(QFile::encodeName(path).constData(), 0644), 0);
    QVERIFY(replaceFile(file, "new", {.keepBackup = true}).ok());
    QCOMPARE(modeOf(file + QStringLiteral(".bak")), 0600);
    QCOMPARE(home.read(QStringLiteral("f.bak")), QByteArray("old"));
}

void tst_atomicfile_unix::aLinkStaysOne()
{
    const TestHome home;
    home.write(QStringLiteral("real/f"), "old");
    QVERIFY(QFile::link(QStringLiteral("real/f"), home.file(QStringLiteral("link"))));
    QVERIFY(QFile::link(home.file(QStringLiteral("link")), home.file(QStringLiteral("second"))));
    QVERIFY(replaceFile(home.file(QStringLiteral("second")), "new", {.keepBackup = true}).ok());
    QVERIFY(QFileInfo(home.file(QStringLiteral("second"))).isSymbolicLink());
    QVERIFY(QFileInfo(home.file(QStringLiteral("link"))).isSymbolicLink());
    QCOMPARE(home.read(QStringLiteral("real/f")), QByteArray("new"));
    QCOMPARE(home.read(QStringLiteral("real/f.bak")), QByteArray("old"));

    QVERIFY(QFile::link(QStringLiteral("real/later"), home.file(QStringLiteral("dangling"))));
    QVERIFY(replaceFile(home.file(QStringLiteral("dangling")), "made").ok());
    QCOMPARE(home.read(QStringLiteral("real/later")), QByteArray("made"));
}

void tst_atomicfile_unix::linksInACircleAreRefused()
{
    const TestHome home;
    QVERIFY(QFile::link(QStringLiteral("b"), home.file(QStringLiteral("a"))));
    QVERIFY(QFile::link(QStringLiteral("a"), home.file(QStringLiteral("b"))));
    QCOMPARE(replaceFile(home.file(QStringLiteral("a")), "x").error().code, Error::Code::InvalidInput);
}

void tst_atomicfile_unix::aFolderThatTakesNothingLeavesTheOldFile()
{
    const TestHome home;
    home.write(QStringLiteral("f"), "old");
    const QString file = home.file(QStringLiteral("f"));
    const QByteArray folder = QFile::encodeName(home.path());
    const auto attempt = [&file] {
        const auto written = replaceFile(file, "new");
        return written.ok() ? 1 : (written.error().code == Error::Code::PermissionDenied ? 0 : 2);
    };
    if (canBeOtherUser()) {
        QCOMPARE(::chown(QFile::encodeName(file).constData(), otherUserId, otherUserId), 0);
        QCOMPARE(::chmod(folder.constData(), 0755), 0); // of root: the other user may only look
        QCOMPARE(asOtherUser(attempt), 0);
    } else {
        QCOMPARE(::chmod(folder.constData(), 0500), 0);
        QCOMPARE(attempt(), 0);
        QCOMPARE(::chmod(folder.constData(), 0700), 0);
    }
    QCOMPARE(home.read(QStringLiteral("f")), QByteArray("old"));
    QCOMPARE(entries(home.path()), {QStringLiteral("f")});
}

void tst_atomicfile_unix::aFileOfAnotherUserIsNotTakenOver()
{
    if (!canBeOtherUser())
        QSKIP("A file of another user needs root.");
    const TestHome home;
    home.write(QStringLiteral("f"), "old");
    const QString file = home.file(QStringLiteral("f"));
    // Everybody may write file and folder, but a replacement would be the other user's.
    QCOMPARE(::chmod(QFile::encodeName(file).constData(), 0666), 0);
    QCOMPARE(::chmod(QFile::encodeName(home.path()).constData(), 0777), 0);
    QCOMPARE(asOtherUser([&file] { return replaceFile(file, "new").ok() ? 1 : 0; }), 0);
    QCOMPARE(home.read(QStringLiteral("f")), QByteArray("old"));
    QCOMPARE(entries(home.path()), {QStringLiteral("f")});
}

void tst_atomicfile_unix::aWriteProtectedFileStays()
{
    const TestHome home;
    home.write(QStringLiteral("f"), "old");
    const QString file = home.file(QStringLiteral("f"));
    QCOMPARE(::chmod(QFile::encodeName(file).constData(), 0444), 0);
    const auto attempt = [&file] { return replaceFile(file, "new").ok() ? 1 : 0; };
    if (canBeOtherUser()) {
        for (const QString &path : {home.path(), file})
            QCOMPARE(::chown(QFile::encodeName(path).constData(), otherUserId, otherUserId), 0);
        QCOMPARE(asOtherUser(attempt), 0);
    } else {
        QCOMPARE(attempt(), 0);
    }
    QCOMPARE(home.read(QStringLiteral("f")), QByteArray("old"));
}

void tst_atomicfile_unix::aFullDiskLeavesTheOldFile()
{
    if (!canBeOtherUser())
        QSKIP("Mounting a small disk needs root.");
    const TestHome home;
    const SmallDisk disk(home.path());
    if (!disk.isMounted())
        QSKIP("This system lets not even root mount a tmpfs.");
    home.write(QStringLiteral("f"), "old");
    const auto written = replaceFile(home.file(QStringLiteral("f")), QByteArray(4 * 1024 * 1024, 'n'));
    QCOMPARE(written.error().code, Error::Code::Io);
    QVERIFY(written.error().detail.contains(QStringLiteral("full")));
    QCOMPARE(home.read(QStringLiteral("f")), QByteArray("old"));
    const auto backup =
        replaceFile(home.file(QStringLiteral("f")), QByteArray(4 * 1024 * 1024, 'n'), {.keepBackup = true});
    QVERIFY(!backup.ok());
    QCOMPARE(home.read(QStringLiteral("f")), QByteArray("old"));
    QCOMPARE(entries(home.path()), (QStringList{QStringLiteral("f"), QStringLiteral("f.bak")}));
}

QTEST_GUILESS_MAIN(tst_atomicfile_unix)
#include "tst_atomicfile_unix.moc"
