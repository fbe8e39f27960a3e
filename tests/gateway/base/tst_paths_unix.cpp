// SPDX-License-Identifier: MIT
#include "gateway/base/paths.h"
#include "gateway/base/runtimefolder.h"
#include "gateway/base/useraccount.h"

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

/// Modes, owners, links and long paths.
class tst_paths_unix : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void makesFoldersThatOnlyTheUserMayEnter();
    void refusesALinkInPlaceOfAFolder();
    void refusesAFileInPlaceOfAFolder();
    void refusesAFolderOfAnotherUser();
    void refusesAHomeThatEverybodyMayWrite();
    void comesToTheSameSocketThroughALink();
    void shortensSocketPathsThatAreTooLong();
    void takesTheRuntimeFolderOnlyWhereItIsOursAndPrivate_data();
    void takesTheRuntimeFolderOnlyWhereItIsOursAndPrivate();
    void findsTheSameSocketFromAStrippedEnvironment();
    void takesTheAccountsHomeWhereTheEnvironmentHasNone();
};

namespace {

int modeOf(const QString &path)
{
    struct stat status = {};
    return ::lstat(QFile::encodeName(path).constData(), &status) == 0 ? int(status.st_mode & 07777) : -1;
}

/// What this program prints when run as `printSocket` (see main) in that environment.
QByteArray socketIn(const QStringList &environment)
{
    QProcess process;
    process.setEnvironment(environment);
    process.start(QCoreApplication::applicationFilePath(), {QStringLiteral("printSocket")});
    process.waitForFinished();
    return process.readAllStandardOutput();
}

} // namespace

void tst_paths_unix::makesFoldersThatOnlyTheUserMayEnter()
{
    const TestHome home;
    QVERIFY(QDir().mkdir(home.file(QStringLiteral("data"))));
    ::chmod(QFile::encodeName(home.file(QStringLiteral("data"))).constData(), 0755);
    QVERIFY(Paths::locate(home.path())->create().ok());
    QCOMPARE(modeOf(home.file(QStringLiteral("data"))), 0700);
    QCOMPARE(modeOf(home.file(QStringLiteral("run"))), 0700);
    QVERIFY(makePrivateDirectory(home.file(QStringLiteral("a/b/c"))).ok());
    QCOMPARE(modeOf(home.file(QStringLiteral("a"))), 0700);
    QCOMPARE(modeOf(home.file(QStringLiteral("a/b/c"))), 0700);
}

void tst_paths_unix::refusesALinkInPlaceOfAFolder()
{
    const TestHome home;
    const TestHome elsewhere;
    QVERIFY(QFile::link(elsewhere.path(), home.file(QStringLiteral("run"))));
    const auto created = Paths::locate(home.path())->create();
    QVERIFY(!created.ok());
    QCOMPARE(created.error().code, Error::Code::PermissionDenied);
    QVERIFY(created.error().detail.contains(QStringLiteral("/run")));
}

void tst_paths_unix::refusesAFileInPlaceOfAFolder()
{
    const TestHome home;
    home.write(QStringLiteral("run"), "a file");
    QCOMPARE(Paths::locate(home.path())->create().error().code, Error::Code::PermissionDenied);
    QCOMPARE(home.read(QStringLiteral("run")), QByteArray("a file"));
}

void tst_paths_unix::refusesAFolderOfAnotherUser()
{
    if (!canBeOtherUser())
        QSKIP("Giving a folder to another user needs root.");
    const TestHome home;
    const QString run = home.file(QStringLiteral("run"));
    QVERIFY(QDir().mkdir(run));
    QCOMPARE(::chown(QFile::encodeName(run).constData(), otherUserId, otherUserId), 0);
    const auto created = Paths::locate(home.path())->create();
    QCOMPARE(created.error().code, Error::Code::PermissionDenied);
    QVERIFY(created.error().detail.contains(QString::number(otherUserId)));
    QVERIFY(modeOf(run) != 0700); // nothing of theirs is touched
    const auto foreignHome = Paths::locate(run);
    QVERIFY(!foreignHome.ok());
    QCOMPARE(foreignHome.error().code, Error::Code::PermissionDenied);
}

void tst_paths_unix::refusesAHomeThatEverybodyMayWrite()
{
    const TestHome home;
    ::chmod(QFile::encodeName(home.path()).constData(), 0777);
    QVERIFY(!Paths::locate(home.path()).ok());
    ::chmod(QFile::encodeName(home.path()).constData(), 0755);
    QVERIFY(Paths::locate(home.path()).ok());
}

void tst_paths_unix::comesToTheSameSocketThroughALink()
{
    const TestHome home;
    const TestHome other;
    const QString link = other.file(QStringLiteral("link"));
    QVERIFY(QFile::link(home.path(), link));
    QCOMPARE(Paths::locate(link)->mcpSocket(), Paths::locate(home.path())->mcpSocket());
}

void tst_paths_unix::shortensSocketPathsThatAreTooLong()
{
    const TestHome home;
    const QString deep = home.file(QString(60, QLatin1Char('d')) + QLatin1Char('/') + QString(60, QLatin1Char('e')));
    const auto paths = Paths::locate(deep);
    QVERIFY(paths.ok());
    QVERIFY(paths->mcpSocket().toUtf8().size() <= 100);
    QVERIFY(paths->controlSocket().toUtf8().size() <= 100);
    QVERIFY(paths->mcpSocket() != paths->controlSocket());
    QCOMPARE(paths->mcpSocket(), Paths::locate(deep)->mcpSocket());
    QVERIFY(!paths->mcpSocket().startsWith(deep));
    QVERIFY(Paths::locate(home.path())->mcpSocket().startsWith(QFileInfo(home.path()).canonicalFilePath()));
}

void tst_paths_unix::takesTheRuntimeFolderOnlyWhereItIsOursAndPrivate_data()
{
    QTest::addColumn<int>("mode");
    QTest::addColumn<bool>("isOurs");
    QTest::addColumn<bool>("taken");
    QTest::newRow("private") << 0700 << true << true;
    QTest::newRow("others may enter") << 0711 << true << false;
    QTest::newRow("group may read") << 0750 << true << false;
    QTest::newRow("of another user") << 0700 << false << false;
}

void tst_paths_unix::takesTheRuntimeFolderOnlyWhereItIsOursAndPrivate()
{
#ifdef Q_OS_MACOS
    QSKIP("The folder comes from confstr(3).");
#endif
    QFETCH(int, mode);
    QFETCH(bool, isOurs);
    QFETCH(bool, taken);
    if (!isOurs && !canBeOtherUser())
        QSKIP("Giving a folder to another user needs root.");
    const TestHome parent;
    QCOMPARE(runtimeFolder(parent.path()), QString()); // not there
    const QString folder = parent.file(QString::number(::geteuid()));
    QVERIFY(QDir().mkdir(folder));
    QCOMPARE(::chmod(QFile::encodeName(folder).constData(), mode_t(mode)), 0);
    if (!isOurs)
        QCOMPARE(::chown(QFile::encodeName(folder).constData(), otherUserId, otherUserId), 0);
    QCOMPARE(runtimeFolder(parent.path()), taken ? folder : QString());
}

void tst_paths_unix::findsTheSameSocketFromAStrippedEnvironment()
{
    const TestHome home;
    const QString user = QStringLiteral("HOME=") + home.path();
    const QByteArray stripped = socketIn({user, QStringLiteral("USER=u"), QStringLiteral("PATH=/usr/bin:/bin")});
    QVERIFY(stripped.contains("/pasarela/"));
    const QByteArray desktop =
        socketIn({user, QStringLiteral("XDG_RUNTIME_DIR=") + home.file(QStringLiteral("elsewhere")),
                  QStringLiteral("XDG_DATA_HOME=") + home.file(QStringLiteral("data")),
                  QStringLiteral("TMPDIR=") + home.file(QStringLiteral("tmp"))});
    QCOMPARE(desktop, stripped);
}

void tst_paths_unix::takesTheAccountsHomeWhereTheEnvironmentHasNone()
{
    const QString home = userAccount(::geteuid()).home;
    const QByteArray expected = socketIn({QStringLiteral("HOME=") + home});
    QVERIFY(expected.contains("/pasarela/"));
    QCOMPARE(socketIn({QStringLiteral("HOME="), QStringLiteral("USER="), QStringLiteral("PATH=")}), expected);
    QCOMPARE(socketIn({QStringLiteral("HOME=relative"), QStringLiteral("XDG_CONFIG_HOME=relative")}), expected);
}

int main(int argc, char **argv)
{
    QCoreApplication app(argc, argv);
    if (app.arguments().contains(QStringLiteral("printSocket"))) {
        const auto paths = Paths::locate();
        std::puts(qPrintable(paths.ok() ? paths->mcpSocket() : paths.error().detail));
        return 0;
    }
    tst_paths_unix test;
    QTEST_SET_MAIN_SOURCE_PATH
    return QTest::qExec(&test, argc, argv);
}
#include "tst_paths_unix.moc"
