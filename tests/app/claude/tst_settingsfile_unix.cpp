// SPDX-License-Identifier: MIT
#include "app/claude/settingsfile.h"

#include "tests/support/otheruser.h"
#include "tests/support/testhome.h"

#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QTest>

#include <sys/stat.h>
#include <unistd.h>

using namespace pasarela;
using pasarela::test::TestHome;

/// Links, modes and forbidden files.
class tst_settingsfile_unix : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void aLinkStaysALink();
    void aLinkToNowhereIsSaid();
    void aLinkInACircleIsSaid();
    void theModeStays_data();
    void theModeStays();
    void forbiddenFilesStayAsTheyAre_data();
    void forbiddenFilesStayAsTheyAre();
};

namespace {

mode_t modeOf(const QString &file)
{
    struct stat status = {};
    return ::stat(QFile::encodeName(file).constData(), &status) == 0 ? status.st_mode & 07777 : 0;
}

} // namespace

void tst_settingsfile_unix::aLinkStaysALink()
{
    const TestHome home;
    home.write(QStringLiteral("repo/real.json"), "{}");
    QVERIFY(QFile::link(QStringLiteral("repo/real.json"), home.file(QStringLiteral("middle"))));
    QVERIFY(QFile::link(home.file(QStringLiteral("middle")), home.file(QStringLiteral("a.json"))));
    QVERIFY(writeSettings(home.file(QStringLiteral("a.json")), "{}", "{\"a\":1}"));
    QVERIFY(QFileInfo(home.file(QStringLiteral("a.json"))).isSymbolicLink());
    QVERIFY(QFileInfo(home.file(QStringLiteral("middle"))).isSymbolicLink());
    QCOMPARE(home.read(QStringLiteral("repo/real.json")), QByteArray("{\"a\":1}"));
    QCOMPARE(QDir(home.file(QStringLiteral("repo"))).entryList(QDir::Files | QDir::Hidden),
             QStringList(QStringLiteral("real.json")));
}

void tst_settingsfile_unix::aLinkToNowhereIsSaid()
{
    const TestHome home;
    QVERIFY(QFile::link(home.file(QStringLiteral("gone.json")), home.file(QStringLiteral("a.json"))));
    const auto bytes = readSettings(home.file(QStringLiteral("a.json")));
    QVERIFY(!bytes);
    QVERIFY2(bytes.error().detail.contains(QStringLiteral("gone.json")), qPrintable(bytes.error().detail));
    QVERIFY(!writeSettings(home.file(QStringLiteral("a.json")), QByteArray(), "{}"));
    QVERIFY(!QFileInfo::exists(home.file(QStringLiteral("gone.json"))));
}

void tst_settingsfile_unix::aLinkInACircleIsSaid()
{
    const TestHome home;
    QVERIFY(QFile::link(home.file(QStringLiteral("b")), home.file(QStringLiteral("a"))));
    QVERIFY(QFile::link(home.file(QStringLiteral("a")), home.file(QStringLiteral("b"))));
    QVERIFY(!readSettings(home.file(QStringLiteral("a"))));
}

void tst_settingsfile_unix::theModeStays_data()
{
    QTest::addColumn<int>("mode");
    for (const int mode : {0600, 0640, 0644, 0660})
        QTest::addRow("%o", mode) << mode;
}

void tst_settingsfile_unix::theModeStays()
{
    QFETCH(int, mode);
    const TestHome home;
    home.write(QStringLiteral("a.json"), "{}");
    const QString file = home.file(QStringLiteral("a.json"));
    QCOMPARE(::chmod(QFile::encodeName(file).constData(), mode_t(mode)), 0);
    QVERIFY(writeSettings(file, "{}", "{\"a\":1}"));
    QCOMPARE(int(modeOf(file)), mode);
}

void tst_settingsfile_unix::forbiddenFilesStayAsTheyAre_data()
{
    QTest::addColumn<int>("folder");
    QTest::addColumn<int>("file");
    QTest::addColumn<bool>("reads");
    QTest::newRow("read-only file") << 0777 << 0444 << true;
    QTest::newRow("secret file") << 0777 << 0000 << false;
    QTest::newRow("read-only folder") << 0555 << 0666 << true;
}

void tst_settingsfile_unix::forbiddenFilesStayAsTheyAre()
{
    if (!test::canBeOtherUser())
        QSKIP("needs root to become somebody whom modes forbid something");
    QFETCH(int, folder);
    QFETCH(int, file);
    QFETCH(bool, reads);
    const TestHome home;
    QCOMPARE(::chmod(QFile::encodeName(home.path()).constData(), 0755), 0);
    home.write(QStringLiteral("Claude/a.json"), "{}");
    const QByteArray folderName = QFile::encodeName(home.file(QStringLiteral("Claude")));
    const QByteArray fileName = QFile::encodeName(home.file(QStringLiteral("Claude/a.json")));
    QCOMPARE(::chown(fileName.constData(), test::otherUserId, test::otherUserId), 0);
    QCOMPARE(::chown(folderName.constData(), test::otherUserId, test::otherUserId), 0);
    QCOMPARE(::chmod(fileName.constData(), mode_t(file)), 0);
    QCOMPARE(::chmod(folderName.constData(), mode_t(folder)), 0);

    enum { Refused = 7 };
    const int outcome = test::asOtherUser([&] {
        const QString path = QFile::decodeName(fileName);
        if (readSettings(path).ok() != reads)
            return 1;
        if (reads && !obstacleToWriting(path).contains(QStringLiteral("make it writable")))
            return 2;
        const auto written = writeSettings(path, "{}", "{\"a\":1}");
        if (written)
            return 3;
        return written.error().code == Error::Code::PermissionDenied ? int(Refused) : 4;
    });
    QCOMPARE(outcome, int(Refused));
    QCOMPARE(home.read(QStringLiteral("Claude/a.json")), QByteArray("{}"));
    QCOMPARE(int(modeOf(home.file(QStringLiteral("Claude/a.json")))), file);
    QCOMPARE(QDir(home.file(QStringLiteral("Claude"))).entryList(QDir::Files | QDir::Hidden),
             QStringList(QStringLiteral("a.json")));
    QCOMPARE(::chmod(folderName.constData(), 0755), 0);
}

QTEST_GUILESS_MAIN(tst_settingsfile_unix)
#include "tst_settingsfile_unix.moc"
