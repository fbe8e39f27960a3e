// SPDX-License-Identifier: MIT
#include "gateway/launch/gatewaylauncher.h"

#include "gateway/base/winhandle.h"
#include "tests/support/fakegateway.h"

#include <QCoreApplication>
#include <QProcess>
#include <QTest>

#include <cstdio>

using namespace pasarela;
using namespace pasarela::test;

/// Jobs, consoles and standard handles.
class tst_gatewaylauncher_win : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() { qputenv("PASARELA_GATEWAY", QCoreApplication::applicationFilePath().toUtf8()); }
    void theGatewayHasNoConsoleAndNothingOnItsStreams();
    void theGatewayOutlivesTheJobOfWhoStartedIt();
    void startsNothingThatWouldEndWithTheJob();
};

namespace {

/// Another process that launches the gateway of `home` when told, in a job of ours.
class LauncherInJob {
public:
    LauncherInJob(const TestHome &home, DWORD limits)
        : m_job(::CreateJobObjectW(nullptr, nullptr))
    {
        JOBOBJECT_EXTENDED_LIMIT_INFORMATION information = {};
        information.BasicLimitInformation.LimitFlags = limits;
        ::SetInformationJobObject(m_job.get(), JobObjectExtendedLimitInformation, &information, sizeof information);
        m_process.start(QCoreApplication::applicationFilePath(), {QStringLiteral("launch"), home.path()});
        const bool runs = m_process.waitForStarted();
        const WinHandle process(
            ::OpenProcess(PROCESS_SET_QUOTA | PROCESS_TERMINATE, FALSE, static_cast<DWORD>(m_process.processId())));
        isInJob = runs && ::AssignProcessToJobObject(m_job.get(), process.get());
    }
    DWORD knownLimits() const
    {
        JOBOBJECT_EXTENDED_LIMIT_INFORMATION information = {};
        ::QueryInformationJobObject(m_job.get(), JobObjectExtendedLimitInformation, &information, sizeof information,
                                    nullptr);
        return information.BasicLimitInformation.LimitFlags;
    }
    QByteArray launch()
    {
        m_process.write("now\n");
        return m_process.waitForReadyRead() ? m_process.readAllStandardOutput().trimmed() : QByteArray();
    }
    bool endJob()
    {
        m_job.close();
        return m_process.waitForFinished();
    }

    bool isInJob = false;

private:
    WinHandle m_job;
    QProcess m_process;
};

} // namespace

void tst_gatewaylauncher_win::theGatewayHasNoConsoleAndNothingOnItsStreams()
{
    const TestHome home;
    QVERIFY(launchGateway(*Paths::locate(home.path())).ok());
    QTRY_VERIFY_WITH_TIMEOUT(hasReport(home), 30'000);
    const auto report = startReport(home);
    QCOMPARE(report->values.value("hasConsole"), QByteArray("0"));
    QCOMPARE(report->values.value("standardIsNull"), QByteArray("1"));
}

void tst_gatewaylauncher_win::theGatewayOutlivesTheJobOfWhoStartedIt()
{
    const TestHome home;
    LauncherInJob launcher(home, JOB_OBJECT_LIMIT_KILL_ON_JOB_CLOSE | JOB_OBJECT_LIMIT_BREAKAWAY_OK);
    QVERIFY(launcher.isInJob);
    QCOMPARE(launcher.launch(), QByteArray("launched"));
    QTRY_VERIFY_WITH_TIMEOUT(hasReport(home), 30'000);
    QVERIFY(launcher.endJob());
    QVERIFY(isRunning(startReport(home)->identity()));
}

void tst_gatewaylauncher_win::startsNothingThatWouldEndWithTheJob()
{
    const TestHome home;
    LauncherInJob launcher(home, JOB_OBJECT_LIMIT_KILL_ON_JOB_CLOSE);
    QVERIFY(launcher.isInJob);
    if (launcher.knownLimits() == 0)
        QSKIP("This system (Wine) does not tell what a job does to its processes.");
    const QByteArray answer = launcher.launch();
    QVERIFY2(answer.startsWith(errorCodeName(Error::Code::NeedsPerson).toUtf8()), answer.constData());
    QVERIFY2(answer.contains("not started from here"), answer.constData());
    QVERIFY(!hasReport(home));
}

int main(int argc, char **argv)
{
    if (argc > 1 && QByteArrayView(argv[1]) == "run")
        return runFakeGateway(argc, argv);
    QCoreApplication app(argc, argv);
    if (argc > 2 && QByteArrayView(argv[1]) == "launch") {
        std::getchar();
        const auto launched = launchGateway(*Paths::locate(app.arguments().at(2)));
        std::puts(launched.ok() ? "launched"
                                : qPrintable(errorCodeName(launched.error().code) + u' ' + launched.error().detail));
        std::fflush(stdout);
        while (std::getchar() != EOF) { }
        return 0;
    }
    tst_gatewaylauncher_win test;
    QTEST_SET_MAIN_SOURCE_PATH
    return QTest::qExec(&test, argc, argv);
}
#include "tst_gatewaylauncher_win.moc"
