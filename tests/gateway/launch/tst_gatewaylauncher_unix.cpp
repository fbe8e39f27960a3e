// SPDX-License-Identifier: MIT
#include "gateway/launch/gatewaylauncher.h"

#include "gateway/base/useraccount.h"
#include "tests/support/fakegateway.h"

#include <QDir>
#include <QFile>
#include <QProcess>
#include <QTest>

#include <cerrno>
#include <csignal>

#include <sys/wait.h>
#include <unistd.h>

using namespace pasarela;
using namespace pasarela::test;

/// That the gateway shares nothing with whoever started it.
class tst_gatewaylauncher_unix : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() { qputenv("PASARELA_GATEWAY", QCoreApplication::applicationFilePath().toUtf8()); }
    void outlivesTheWholeSessionOfItsCaller();
    void sharesNoDescriptorSignalOrFolder();
    void leavesNoChildBehind();
    void startsFromAnEmptyEnvironment();
    void fillsInTheAccount();
    void aProgramThatCannotRunIsAnError();
};

void tst_gatewaylauncher_unix::outlivesTheWholeSessionOfItsCaller()
{
    const TestHome home;
    QProcess caller;
    caller.setChildProcessModifier([] { ::setsid(); });
    caller.start(QCoreApplication::applicationFilePath(),
                 {QStringLiteral("launch"), home.path(), QStringLiteral("stay")});
    QVERIFY(caller.waitForReadyRead());
    QCOMPARE(caller.readAllStandardOutput().trimmed(), QByteArray("launched"));
    QTRY_VERIFY_WITH_TIMEOUT(hasReport(home), 30'000);
    const auto report = startReport(home);
    const auto callerId = static_cast<pid_t>(caller.processId());
    QVERIFY(report->values.value("session").toLongLong() != callerId);
    QCOMPARE(report->values.value("group").toLongLong(), report->identity().processId);
    QVERIFY(report->values.value("parent").toLongLong() != callerId);
    QVERIFY(report->values.value("session").toLongLong() != report->identity().processId); // never gets a terminal
    QCOMPARE(::kill(-callerId, SIGKILL), 0);
    QVERIFY(caller.waitForFinished());
    QVERIFY(isRunning(report->identity()));
    QVERIFY(terminateProcess(report->identity()).ok()); // and ends when it is asked to
    QTRY_VERIFY(!isRunning(report->identity()));
}

void tst_gatewaylauncher_unix::sharesNoDescriptorSignalOrFolder()
{
    const TestHome home;
    int inherited[2] = {-1, -1};
    QCOMPARE(::pipe(inherited), 0); // as a client leaves them open to its children
    const auto beforeInt = ::signal(SIGINT, SIG_IGN);
    const auto beforeHup = ::signal(SIGHUP, SIG_IGN);
    sigset_t term;
    sigset_t before;
    ::sigemptyset(&term);
    ::sigaddset(&term, SIGTERM);
    ::sigprocmask(SIG_BLOCK, &term, &before);
    const auto launched = launchGateway(*Paths::locate(home.path()));
    ::sigprocmask(SIG_SETMASK, &before, nullptr);
    ::signal(SIGHUP, beforeHup);
    ::signal(SIGINT, beforeInt);
    ::close(inherited[0]);
    ::close(inherited[1]);
    QVERIFY(launched.ok());
    QTRY_VERIFY_WITH_TIMEOUT(hasReport(home), 30'000);
    const auto report = startReport(home);
    QCOMPARE(report->values.value("descriptors"), QByteArray("0 1 2"));
    QCOMPARE(report->values.value("standardIsNull"), QByteArray("1"));
    QCOMPARE(report->values.value("ignored"), QByteArray());
    QCOMPARE(report->values.value("termIsBlocked"), QByteArray("0"));
    QCOMPARE(report->values.value("folder"), QByteArray("/"));
}

void tst_gatewaylauncher_unix::leavesNoChildBehind()
{
    const TestHome home;
    QVERIFY(launchGateway(*Paths::locate(home.path())).ok());
    errno = 0;
    QCOMPARE(::waitpid(-1, nullptr, WNOHANG), -1);
    QCOMPARE(errno, ECHILD);
}

void tst_gatewaylauncher_unix::startsFromAnEmptyEnvironment()
{
    const TestHome programs;
    const TestHome home;
    const QString bridge = programs.file(QStringLiteral("bridge"));
    for (const QString &program : {bridge, programs.file(QStringLiteral("pasarela-gateway"))})
        QVERIFY(QFile::copy(QCoreApplication::applicationFilePath(), program));
    QProcess caller;
    caller.setEnvironment({QStringLiteral("HOME="), QStringLiteral("USER="), QStringLiteral("PATH=")});
    caller.start(bridge, {QStringLiteral("launch"), home.path()});
    QVERIFY(caller.waitForFinished());
    QCOMPARE(caller.readAllStandardOutput().trimmed(), QByteArray("launched"));
    QTRY_VERIFY_WITH_TIMEOUT(hasReport(home), 30'000);
    const auto report = startReport(home);
    const UserAccount account = userAccount(::geteuid());
    QCOMPARE(report->environment.value("HOME"), account.home.toUtf8());
    QCOMPARE(report->environment.value("USER"), account.name.toUtf8());
    QVERIFY(report->environment.value("PATH").contains("/usr/bin"));
}

void tst_gatewaylauncher_unix::fillsInTheAccount()
{
    QProcessEnvironment claude; // what Claude Desktop passes
    claude.insert(QStringLiteral("HOME"), QStringLiteral("/home/of/maria"));
    claude.insert(QStringLiteral("PATH"), QStringLiteral("/opt/bin:/usr/bin"));
    claude.insert(QStringLiteral("TERM"), QStringLiteral("xterm"));
    const QProcessEnvironment filled = desktopEnvironment(claude);
    QCOMPARE(filled.value(QStringLiteral("HOME")), QStringLiteral("/home/of/maria")); // what is there stays
    QCOMPARE(filled.value(QStringLiteral("PATH")), QStringLiteral("/opt/bin:/usr/bin"));
    QCOMPARE(filled.value(QStringLiteral("LOGNAME")), userAccount(::geteuid()).name);
    QCOMPARE(filled.value(QStringLiteral("SHELL")), userAccount(::geteuid()).shell);
    QVERIFY(!filled.contains(QStringLiteral("TERM")));
}

void tst_gatewaylauncher_unix::aProgramThatCannotRunIsAnError()
{
    const TestHome home;
    const QString broken = home.file(QStringLiteral("broken"));
    home.write(QStringLiteral("broken"), "neither a script nor a program\n");
    QVERIFY(QFile::setPermissions(broken, QFile::ReadOwner | QFile::WriteOwner | QFile::ExeOwner));
    const QByteArray before = qgetenv("PASARELA_GATEWAY");
    qputenv("PASARELA_GATEWAY", broken.toUtf8());
    const auto launched = launchGateway(*Paths::locate(home.path()));
    qputenv("PASARELA_GATEWAY", before);
    QVERIFY(!launched.ok());
    QVERIFY2(launched.error().detail.contains(broken), qPrintable(launched.error().detail));
}

int main(int argc, char **argv)
{
    if (argc > 1 && QByteArrayView(argv[1]) == "run")
        return runFakeGateway(argc, argv);
    QCoreApplication app(argc, argv);
    if (argc > 2 && QByteArrayView(argv[1]) == "launch") {
        const auto launched = launchGateway(*Paths::locate(app.arguments().at(2)));
        std::puts(launched.ok() ? "launched" : qPrintable(launched.error().detail));
        std::fflush(stdout);
        while (argc > 3 && std::getchar() != EOF) { }
        return 0;
    }
    tst_gatewaylauncher_unix test;
    QTEST_SET_MAIN_SOURCE_PATH
    return QTest::qExec(&test, argc, argv);
}
#include "tst_gatewaylauncher_unix.moc"
