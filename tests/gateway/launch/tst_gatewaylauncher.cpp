// SPDX-License-Identifier: MIT
#include "gateway/launch/gatewaylauncher.h"

#include "gateway/launch/stopwish.h"
#include "gateway/launch/uservariables.h"
#include "tests/support/fakegateway.h"

#include <QDir>
#include <QFile>
#include <QProcess>
#include <QTest>

using namespace pasarela;
using namespace pasarela::test;

class tst_gatewaylauncher : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init();
    void startsTheGatewayOfThisHome();
    void startsTheProgramBesideTheRunningOne();
    void handsOnWhatIsTheUsersAndNothingOfTheClient();
    void variablesAreTheUsersOrNot_data();
    void variablesAreTheUsersOrNot();
    void startsNothingWhileThePersonWantsItStopped();
    void startsNothingDuringAnUpgrade();
    void saysWhatIsMissing_data();
    void saysWhatIsMissing();
};

void tst_gatewaylauncher::init()
{
    qputenv("PASARELA_GATEWAY", QCoreApplication::applicationFilePath().toUtf8());
}

void tst_gatewaylauncher::startsTheGatewayOfThisHome()
{
    const TestHome home;
    const auto paths = Paths::locate(home.path());
    const auto launched = launchGateway(*paths);
    QVERIFY2(launched.ok(), qPrintable(launched.ok() ? QString() : launched.error().detail));
    QTRY_VERIFY_WITH_TIMEOUT(hasReport(home), 30'000);
    const auto report = startReport(home);
    QCOMPARE(report->arguments.mid(1),
             (QStringList{QStringLiteral("run"), QStringLiteral("--started-by"), QStringLiteral("launcher"),
                          QStringLiteral("--home"), paths->home()}));
    QVERIFY(isRunning(report->identity()));
    QVERIFY(report->identity().processId != QCoreApplication::applicationPid());
}

void tst_gatewaylauncher::startsTheProgramBesideTheRunningOne()
{
    const TestHome programs;
    const TestHome home;
    const QString suffix =
        QFileInfo(QCoreApplication::applicationFilePath()).suffix().isEmpty() ? QString() : QStringLiteral(".exe");
    const QString bridge = programs.file(QStringLiteral("some-bridge") + suffix);
    for (const QString &program : {bridge, programs.file(QStringLiteral("pasarela-gateway") + suffix)})
        QVERIFY(QFile::copy(QCoreApplication::applicationFilePath(), program));
    QProcess caller;
    QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
    environment.remove(QStringLiteral("PASARELA_GATEWAY"));
    caller.setProcessEnvironment(environment);
    caller.start(bridge, {QStringLiteral("launch"), home.path()});
    QVERIFY(caller.waitForFinished());
    QCOMPARE(caller.readAllStandardOutput().trimmed(), QByteArray("launched"));
    QTRY_VERIFY_WITH_TIMEOUT(hasReport(home), 30'000);
    const auto report = startReport(home);
    QCOMPARE(QFileInfo(report->arguments.first()).fileName(), QStringLiteral("pasarela-gateway") + suffix);
    QVERIFY(killProcess(report->identity()).ok()); // its file must go, too
    QTRY_VERIFY(!isRunning(report->identity()));
}

void tst_gatewaylauncher::handsOnWhatIsTheUsersAndNothingOfTheClient()
{
    const TestHome home;
    qputenv("CLIENT_SECRET_TOKEN", "t");
    qputenv("LD_LIBRARY_PATH", "/somewhere/of/the/client");
    qputenv("HTTPS_PROXY", "http://proxy.example:3128");
    qputenv("PASARELA_HOME", home.path().toUtf8());
    const auto launched = launchGateway(*Paths::locate());
    for (const char *name : {"CLIENT_SECRET_TOKEN", "LD_LIBRARY_PATH", "PASARELA_HOME"})
        qunsetenv(name);
    QVERIFY(launched.ok());
    QTRY_VERIFY_WITH_TIMEOUT(hasReport(home), 30'000);
    const auto report = startReport(home);
    QVERIFY(!report->environment.contains("CLIENT_SECRET_TOKEN"));
    QVERIFY(!report->environment.contains("LD_LIBRARY_PATH"));
    QVERIFY(!report->environment.contains("PASARELA_HOME")); // it is an argument
    QVERIFY(!report->environment.value("PATH").isEmpty() || !report->environment.value("Path").isEmpty());
#ifndef Q_OS_WIN
    QCOMPARE(report->environment.value("HTTPS_PROXY"), QByteArray("http://proxy.example:3128"));
    QCOMPARE(report->environment.value("HOME"), qgetenv("HOME"));
#endif
}

void tst_gatewaylauncher::variablesAreTheUsersOrNot_data()
{
    QTest::addColumn<QString>("name");
    QTest::addColumn<bool>("isUsers");
    for (const char *name :
         {"HOME", "PATH", "LC_ALL", "XDG_CONFIG_HOME", "DISPLAY", "no_proxy", "PASARELA_CREDENTIALS_FILE"})
        QTest::newRow(name) << QString::fromLatin1(name) << true;
    for (const char *name : {"LD_PRELOAD", "PYTHONPATH", "NODE_OPTIONS", "VIRTUAL_ENV", "GITHUB_TOKEN",
                             "QT_PLUGIN_PATH", "HOMES", "PASARELA_HOME"})
        QTest::newRow(name) << QString::fromLatin1(name) << false;
}

void tst_gatewaylauncher::variablesAreTheUsersOrNot()
{
    QFETCH(QString, name);
    QFETCH(bool, isUsers);
    QCOMPARE(isUserVariable(name), isUsers);
    QProcessEnvironment from;
    from.insert(name, QStringLiteral("v"));
    QCOMPARE(userVariables(from).contains(name), isUsers);
    from.insert(name, QString());
    QVERIFY(!userVariables(from).contains(name)); // empty is as good as missing
}

void tst_gatewaylauncher::startsNothingWhileThePersonWantsItStopped()
{
    const TestHome home;
    const auto paths = Paths::locate(home.path());
    QVERIFY(StopWish::record(*paths, QStringLiteral("tray")).ok());
    const auto launched = launchGateway(*paths);
    QVERIFY(!launched.ok());
    QCOMPARE(launched.error().code, Error::Code::StoppedByPerson);
    QVERIFY(launched.error().detail.contains(QStringLiteral("Start")));
    QVERIFY(!hasReport(home));
}

void tst_gatewaylauncher::startsNothingDuringAnUpgrade()
{
    const TestHome home;
    const auto paths = Paths::locate(home.path());
    QVERIFY(recordUpgradeHold(*paths).ok());
    QCOMPARE(launchGateway(*paths).error().code, Error::Code::Unavailable);
}

void tst_gatewaylauncher::saysWhatIsMissing_data()
{
    QTest::addColumn<QByteArray>("program");
    QTest::addColumn<Error::Code>("code");
    QTest::newRow("not there") << QByteArray("/no/such/pasarela-gateway") << Error::Code::NotFound;
    QTest::newRow("a folder") << QDir::tempPath().toUtf8() << Error::Code::NotFound;
    QTest::newRow("a relative name") << QByteArray("pasarela-gateway") << Error::Code::NotFound;
    QTest::newRow("nothing beside the running program") << QByteArray() << Error::Code::NotFound;
}

void tst_gatewaylauncher::saysWhatIsMissing()
{
    QFETCH(QByteArray, program);
    QFETCH(Error::Code, code);
    const TestHome home;
    qputenv("PASARELA_GATEWAY", program);
    const auto launched = launchGateway(*Paths::locate(home.path()));
    QVERIFY(!launched.ok());
    QCOMPARE(launched.error().code, code);
    QVERIFY(launched.error().detail.contains(QString::fromUtf8(program)));
}

int main(int argc, char **argv)
{
    if (argc > 1 && QByteArrayView(argv[1]) == "run")
        return runFakeGateway(argc, argv);
    QCoreApplication app(argc, argv);
    if (argc > 2 && QByteArrayView(argv[1]) == "launch") {
        const auto launched = launchGateway(*Paths::locate(app.arguments().at(2)));
        std::puts(launched.ok() ? "launched" : qPrintable(launched.error().detail));
        return 0;
    }
    tst_gatewaylauncher test;
    QTEST_SET_MAIN_SOURCE_PATH
    return QTest::qExec(&test, argc, argv);
}
#include "tst_gatewaylauncher.moc"
