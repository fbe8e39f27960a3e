// SPDX-License-Identifier: MIT
#include "gateway/cli/stopcommand.h"
#include "gateway/launch/processcontrol.h"
#include "gateway/launch/stopwish.h"
#include "tests/gateway/cli/commandlinerun.h"
#include "tests/support/waitingchild.h"

#include <QTest>

#include <csignal>

using namespace pasarela;
using namespace pasarela::test;
using namespace std::chrono_literals;

namespace {

/// stop with little patience.
Outcome stopQuickly(const ControlFixture &gateway, const StopTimes &times)
{
    Outcome outcome;
    QTextStream out(&outcome.out);
    QTextStream err(&outcome.err);
    outcome.code = stopGateway({gateway.paths, false, out, err, {}}, times);
    out.flush();
    err.flush();
    return outcome;
}

} // namespace

/// stop, with a process that is the gateway's for the command.
class tst_stopcommand : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void stopRecordsTheWishAndWaitsForTheEnd();
    void stopStopsAlsoWhereTheWishCannotBeWritten();
    void stopOfNoGatewayIsDone();
    void stopEndsAGatewayThatDoesNotLeave_data();
    void stopEndsAGatewayThatDoesNotLeave();
    void stopLeavesAnotherProcessOfThatPidAlone();
};

void tst_stopcommand::stopRecordsTheWishAndWaitsForTheEnd()
{
    WaitingChild process;
    ControlFixture gateway;
    gateway.listen({}, {control::protocolVersion, {}, process.processId(), process.startTime()});
    bool wishWasThere = false;
    gateway.handler.onShutdown = [&] {
        wishWasThere = StopWish::read(gateway.paths).has_value();
        gateway.die(); // the socket goes first, the process a little later
        QTimer::singleShot(50ms, this, [&process] { process.end(); });
    };
    const Outcome outcome = run(gateway, words("stop"));
    QCOMPARE(outcome.err, QString());
    QCOMPARE(outcome.code, 0);
    QVERIFY(process.hasEnded());
    QVERIFY(wishWasThere);
    QCOMPARE(StopWish::read(gateway.paths)->by, QStringLiteral("command"));
    QCOMPARE(gateway.handler.shutdowns, QStringList{QStringLiteral("user")});
}

void tst_stopcommand::stopStopsAlsoWhereTheWishCannotBeWritten()
{
    WaitingChild process;
    ControlFixture gateway;
    QVERIFY(QDir().mkpath(gateway.paths.stopWishFile() + QStringLiteral("/taken")));
    gateway.listen({}, {control::protocolVersion, {}, process.processId(), process.startTime()});
    gateway.handler.onShutdown = [&] {
        gateway.die();
        QTimer::singleShot(0, this, [&process] { process.end(); });
    };
    const Outcome outcome = run(gateway, words("stop"));
    QVERIFY(process.hasEnded());
    QCOMPARE(outcome.code, 1);
    QVERIFY(outcome.err.contains(QStringLiteral("has stopped, but an app may start it again")));
}

void tst_stopcommand::stopOfNoGatewayIsDone()
{
    ControlFixture gateway;
    const Outcome outcome = run(gateway, words("stop --json"));
    QCOMPARE(outcome.code, 0);
    QCOMPARE(outcome.out, QStringLiteral("{\"stopped\":false}\n"));
    QVERIFY(StopWish::read(gateway.paths));
}

void tst_stopcommand::stopEndsAGatewayThatDoesNotLeave_data()
{
    QTest::addColumn<bool>("ignoresTerminate");
    QTest::newRow("terminated") << false;
    QTest::newRow("killed") << true;
}

void tst_stopcommand::stopEndsAGatewayThatDoesNotLeave()
{
    QFETCH(bool, ignoresTerminate);
    WaitingChild process(ignoresTerminate ? WaitingChild::IgnoresTerminate : WaitingChild::Polite);
    ControlFixture gateway;
    gateway.listen({}, {control::protocolVersion, {}, process.processId(), process.startTime()});
    // One that leaves the handshake's process running.
    const StopTimes times{50ms, ignoresTerminate ? 50ms : 60'000ms, 60'000ms};
    const Outcome outcome = stopQuickly(gateway, times);
    QCOMPARE(outcome.err, QString());
    QCOMPARE(outcome.code, 0);
    QTRY_VERIFY(process.hasEnded());
#ifndef Q_OS_WIN
    QCOMPARE(process.exitCode(), ignoresTerminate ? SIGKILL : SIGTERM);
#endif
}

void tst_stopcommand::stopLeavesAnotherProcessOfThatPidAlone()
{
    WaitingChild process;
    ControlFixture gateway;
    gateway.listen({}, {control::protocolVersion, {}, process.processId(), process.startTime() - 1});
    const Outcome outcome = stopQuickly(gateway, {50ms, 50ms, 50ms});
    QCOMPARE(outcome.code, 0);
    QVERIFY(isRunning({process.processId(), process.startTime()}));
}

int main(int argc, char **argv)
{
    if (WaitingChild::isThis(argc, argv))
        return WaitingChild::wait(argv);
    QCoreApplication app(argc, argv);
    tst_stopcommand test;
    return QTest::qExec(&test, argc, argv);
}

#include "tst_stopcommand.moc"
