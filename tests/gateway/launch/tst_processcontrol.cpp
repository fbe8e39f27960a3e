// SPDX-License-Identifier: MIT
#include "gateway/launch/processcontrol.h"

#include "tests/support/waitingchild.h"

#include <QTest>

#ifndef Q_OS_WIN
#include <sys/wait.h>
#include <unistd.h>
#endif

using namespace pasarela;
using pasarela::test::WaitingChild;

class tst_processcontrol : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void tellsARunningProcessFromOneThatEnded();
    void aZombieDoesNotRun();
    void killsExactlyTheProcess();
    void asksTheProcessToEnd();
    void leavesAProcessAloneWhoseStartTimeDiffers_data();
    void leavesAProcessAloneWhoseStartTimeDiffers();
    void aProcessWithoutAPidIsNone_data();
    void aProcessWithoutAPidIsNone();
};

void tst_processcontrol::tellsARunningProcessFromOneThatEnded()
{
    WaitingChild child;
    const ProcessIdentity process{child.processId(), child.startTime()};
    QVERIFY(process.startTime != 0);
    QVERIFY(isRunning(process));
    child.end();
    QVERIFY(!isRunning(process));
    QCOMPARE(killProcess(process).error().code, Error::Code::NotFound);
}

void tst_processcontrol::aZombieDoesNotRun()
{
#ifdef Q_OS_WIN
    QSKIP("Windows has none.");
#else
    const pid_t pid = ::fork();
    if (pid == 0)
        ::_exit(0);
    siginfo_t info = {};
    QCOMPARE(::waitid(P_PID, static_cast<id_t>(pid), &info, WEXITED | WNOWAIT), 0);
    const ProcessIdentity process{pid, processStartTime(pid)};
#ifdef Q_OS_LINUX
    QVERIFY(process.startTime != 0); // it is still listed
#endif
    const bool running = isRunning(process);
    const Result<void> ended = terminateProcess(process);
    ::waitpid(pid, nullptr, 0);
    QVERIFY(!running);
    QCOMPARE(ended.error().code, Error::Code::NotFound);
#endif
}

void tst_processcontrol::killsExactlyTheProcess()
{
    WaitingChild child;
    WaitingChild other;
    QVERIFY(killProcess({child.processId(), child.startTime()}).ok());
    QTRY_VERIFY(child.hasEnded());
    QVERIFY(isRunning({other.processId(), other.startTime()}));
}

void tst_processcontrol::asksTheProcessToEnd()
{
    WaitingChild child;
    const ProcessIdentity process{child.processId(), child.startTime()};
    const Result<void> asked = terminateProcess(process);
#ifdef Q_OS_WIN
    QCOMPARE(asked.error().code, Error::Code::Unsupported);
    QVERIFY(isRunning(process));
#else
    QVERIFY(asked.ok());
    QTRY_VERIFY(child.hasEnded());
#endif
}

void tst_processcontrol::leavesAProcessAloneWhoseStartTimeDiffers_data()
{
    QTest::addColumn<qint64>("difference");
    QTest::newRow("earlier") << qint64(-1);
    QTest::newRow("later") << qint64(1);
    QTest::newRow("not known") << qint64(0);
}

void tst_processcontrol::leavesAProcessAloneWhoseStartTimeDiffers()
{
    QFETCH(qint64, difference);
    WaitingChild child;
    const qint64 startTime = difference == 0 ? 0 : child.startTime() + difference;
    const ProcessIdentity process{child.processId(), startTime};
    QVERIFY(!isRunning(process));
    QCOMPARE(terminateProcess(process).error().code, Error::Code::NotFound);
    QCOMPARE(killProcess(process).error().code, Error::Code::NotFound);
    QVERIFY(isRunning({child.processId(), child.startTime()}));
}

void tst_processcontrol::aProcessWithoutAPidIsNone_data()
{
    QTest::addColumn<qint64>("processId");
    QTest::newRow("none") << qint64(0);
    QTest::newRow("every process of ours, for kill(2)") << qint64(-1);
    QTest::newRow("over 32 bits") << (qint64(1) << 32) + QCoreApplication::applicationPid();
}

void tst_processcontrol::aProcessWithoutAPidIsNone()
{
    QFETCH(qint64, processId);
    const ProcessIdentity process{processId, processStartTime(QCoreApplication::applicationPid())};
    QVERIFY(!isRunning(process));
    QCOMPARE(terminateProcess(process).error().code, Error::Code::NotFound);
    QCOMPARE(killProcess(process).error().code, Error::Code::NotFound);
}

int main(int argc, char **argv)
{
    if (WaitingChild::isThis(argc, argv))
        return WaitingChild::wait(argv);
    QCoreApplication app(argc, argv);
    tst_processcontrol test;
    return QTest::qExec(&test, argc, argv);
}

#include "tst_processcontrol.moc"
