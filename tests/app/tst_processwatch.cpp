// SPDX-License-Identifier: MIT
#include "app/processwatch.h"

#include "tests/support/waitingchild.h"

#include <QPointer>
#include <QSignalSpy>
#include <QTest>

using namespace pasarela;
using pasarela::test::WaitingChild;

class tst_processwatch : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void tellsOnceWhenTheProcessEnds();
    void tellsThatItHadEndedBefore();
    void takesAnotherStartTimeForAnEnd();
    void killReachesTheProcess();
    void mayBeDeletedByItsReceiver();
};

void tst_processwatch::tellsOnceWhenTheProcessEnds()
{
    WaitingChild child;
    ProcessWatch watch({child.processId(), child.startTime()});
    QSignalSpy ended(&watch, &ProcessWatch::ended);
    QCoreApplication::processEvents();
    QVERIFY(!watch.hasEnded());
    QCOMPARE(ended.count(), 0);
    child.end();
    QTRY_COMPARE(ended.count(), 1);
    QVERIFY(watch.hasEnded());
    QCoreApplication::processEvents();
    QCOMPARE(ended.count(), 1);
}

void tst_processwatch::tellsThatItHadEndedBefore()
{
    WaitingChild child;
    const ProcessIdentity process{child.processId(), child.startTime()};
    child.end();
    ProcessWatch watch(process);
    QSignalSpy ended(&watch, &ProcessWatch::ended);
    QTRY_COMPARE(ended.count(), 1);
}

void tst_processwatch::takesAnotherStartTimeForAnEnd()
{
    WaitingChild child;
    ProcessWatch watch({child.processId(), child.startTime() - 1});
    QSignalSpy ended(&watch, &ProcessWatch::ended);
    QTRY_COMPARE(ended.count(), 1);
    QCOMPARE(watch.kill().error().code, Error::Code::NotFound);
    QVERIFY(isRunning({child.processId(), child.startTime()}));
}

void tst_processwatch::killReachesTheProcess()
{
    WaitingChild child;
    ProcessWatch watch({child.processId(), child.startTime()});
    QSignalSpy ended(&watch, &ProcessWatch::ended);
    QVERIFY(watch.kill().ok());
    QTRY_COMPARE(ended.count(), 1);
    QTRY_VERIFY(child.hasEnded());
}

void tst_processwatch::mayBeDeletedByItsReceiver()
{
    WaitingChild child;
    QPointer<ProcessWatch> watch = new ProcessWatch({child.processId(), child.startTime()}, this);
    connect(watch, &ProcessWatch::ended, this, [watch] { delete watch; });
    child.end();
    QTRY_VERIFY(watch.isNull());
}

int main(int argc, char **argv)
{
    if (WaitingChild::isThis(argc, argv))
        return WaitingChild::wait(argv);
    QCoreApplication app(argc, argv);
    tst_processwatch test;
    return QTest::qExec(&test, argc, argv);
}

#include "tst_processwatch.moc"
