// SPDX-License-Identifier: MIT
#include "app/gatewaymirror.h"
#include "app/gatewaysupervisor.h"
#include "tests/support/fakegatewayaccess.h"

#include <QSignalSpy>
#include <QTest>

using namespace pasarela;
using namespace pasarela::test;
using namespace std::chrono_literals;
using State = GatewayStatus::State;

/// The supervisor with a gateway that does what the test says. Its deadlines are short here; no test depends on how
/// short.
class tst_gatewaysupervisor : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init();
    void startsAGatewayWhereThereIsNone();
    void adoptsTheOneThatRuns();
    void replacesTheOneThatLeaves();
    void startsNothingWhileTheStopWishStands();
    void takesOverOneThatRunsInSpiteOfTheWish();
    void stopRecordsTheWishAndAsks();
    void stopTerminatesAndKillsWhatDoesNotGo();
    void startRemovesTheWish();
    void restartBringsItBack();
    void aCrashIsFollowedByAnotherStart();
    void aHangingGatewayIsEndedAndStartedAgain();
    void fiveEarlyExitsAreAFailure();
    void aMissingProgramIsAFailureAtOnce();
    void anUpgradeIsWaitedFor();
    void aRefusedStartIsAStop();
    void followsAWishOfAnotherProgram();
    void takesOverOneThatAppearsWhileStopped();
    void anOldUnusedGatewayIsRestartedOnce();
    void anOldGatewayInUseWaitsForThePerson();
    void aNewerGatewayIsLeftAlone();
    void theMirrorHasTheSnapshotBeforeItRuns();

private:
    void make(GatewaySupervisor::Times times);
    State state() const { return m_supervisor->status().state; }

    std::unique_ptr<FakeGatewayAccess> m_gateway;
    std::unique_ptr<GatewaySupervisor> m_supervisor;
};

namespace {

constexpr GatewaySupervisor::Times patient{1h, 1h, 1h, 1h, 1ms, 1h};
constexpr GatewaySupervisor::Times hasty{20ms, 20ms, 20ms, 20ms, 1ms, 1h};

StopWish wish()
{
    return {QDateTime(QDate(2026, 5, 4), QTime(18, 10)), QStringLiteral("command")};
}

ClientView client(const char *transport)
{
    ClientView view;
    view.name = QStringLiteral("claude-desktop");
    view.transport = QString::fromLatin1(transport);
    return view;
}

} // namespace

void tst_gatewaysupervisor::init()
{
    m_supervisor.reset();
    m_gateway = std::make_unique<FakeGatewayAccess>();
    make(patient);
}

void tst_gatewaysupervisor::make(GatewaySupervisor::Times times)
{
    m_supervisor = std::make_unique<GatewaySupervisor>(*m_gateway, QStringLiteral("1.0.0"), times);
}

void tst_gatewaysupervisor::startsAGatewayWhereThereIsNone()
{
    QSignalSpy changes(m_supervisor.get(), &GatewaySupervisor::statusChanged);
    m_supervisor->begin();
    QCOMPARE(state(), State::Starting);
    QTRY_COMPARE(state(), State::Running);
    QCOMPARE(m_gateway->done, (QStringList{QStringLiteral("look"), QStringLiteral("launch"), QStringLiteral("look")}));
    QCOMPARE(changes.count(), 2);
}

void tst_gatewaysupervisor::adoptsTheOneThatRuns()
{
    m_gateway->present = true;
    m_supervisor->begin();
    QTRY_COMPARE(state(), State::Running);
    QCOMPARE(m_gateway->count("launch"), 0);
}

void tst_gatewaysupervisor::replacesTheOneThatLeaves()
{
    m_gateway->present = true;
    m_gateway->leaves = true;
    QSignalSpy found(m_gateway.get(), &GatewayAccess::found);
    m_supervisor->begin();
    QTRY_COMPARE(found.count(), 1);
    QCOMPARE(state(), State::Stopping);
    QCOMPARE(m_gateway->done,
             QStringList(QStringLiteral("look"))); // it goes by itself, and nothing is started beside it
    m_gateway->crash();
    QTRY_COMPARE(state(), State::Running);
    QCOMPARE(m_gateway->count("launch"), 1);
    QCOMPARE(m_gateway->count("terminate"), 0);
}

void tst_gatewaysupervisor::startsNothingWhileTheStopWishStands()
{
    m_gateway->wish = wish();
    QSignalSpy looked(m_gateway.get(), &GatewayAccess::nobodyThere);
    m_supervisor->begin();
    QTRY_COMPARE(looked.count(), 1);
    QCOMPARE(state(), State::Stopped);
    QVERIFY(!m_supervisor->status().wanted);
    QCOMPARE(m_supervisor->status().stoppedSince, wish().since);
    QCOMPARE(m_gateway->count("launch"), 0);
}

void tst_gatewaysupervisor::takesOverOneThatRunsInSpiteOfTheWish()
{
    m_gateway->wish = wish();
    m_gateway->present = true;
    m_supervisor->begin();
    QTRY_COMPARE(state(), State::Running);
    QVERIFY(m_gateway->wish); // the person's word is not ours to change
}

void tst_gatewaysupervisor::stopRecordsTheWishAndAsks()
{
    m_supervisor->begin();
    QTRY_COMPARE(state(), State::Running);
    m_supervisor->requestStop();
    QCOMPARE(state(), State::Stopping);
    QVERIFY(m_gateway->wish);
    QTRY_COMPARE(state(), State::Stopped);
    QVERIFY(m_gateway->done.indexOf(QStringLiteral("record")) < m_gateway->done.indexOf(QStringLiteral("leave user")));
    QCOMPARE(m_gateway->count("leave user"), 1);
    QCOMPARE(m_gateway->count("terminate"), 0);
    QVERIFY(m_supervisor->status().stoppedSince.isValid());
}

void tst_gatewaysupervisor::stopTerminatesAndKillsWhatDoesNotGo()
{
    make(hasty);
    m_gateway->leavesWhenAsked = false;
    m_gateway->present = true;
    m_supervisor->begin();
    QTRY_COMPARE(state(), State::Running);
    m_supervisor->requestStop();
    QTRY_COMPARE(m_gateway->count("kill"), 1);
    QVERIFY(m_gateway->done.indexOf(QStringLiteral("leave user"))
            < m_gateway->done.indexOf(QStringLiteral("terminate")));
    QVERIFY(m_gateway->done.indexOf(QStringLiteral("terminate")) < m_gateway->done.indexOf(QStringLiteral("kill")));
    m_gateway->crash();
    QCOMPARE(state(), State::Stopped);
}

void tst_gatewaysupervisor::startRemovesTheWish()
{
    m_gateway->wish = wish();
    m_supervisor->begin();
    m_supervisor->requestStart();
    QVERIFY(!m_gateway->wish);
    QTRY_COMPARE(state(), State::Running);
    QVERIFY(m_supervisor->status().wanted);
    QVERIFY(!m_supervisor->status().stoppedSince.isValid());
}

void tst_gatewaysupervisor::restartBringsItBack()
{
    m_supervisor->begin();
    QTRY_COMPARE(state(), State::Running);
    m_supervisor->requestRestart();
    QCOMPARE(state(), State::Stopping);
    QTRY_COMPARE(state(), State::Running);
    QCOMPARE(m_gateway->count("leave restart"), 1);
    QCOMPARE(m_gateway->count("launch"), 2);
    QVERIFY(!m_gateway->wish);
}

void tst_gatewaysupervisor::aCrashIsFollowedByAnotherStart()
{
    m_supervisor->begin();
    QTRY_COMPARE(state(), State::Running);
    m_gateway->crash();
    QCOMPARE(state(), State::Waiting);
    QVERIFY(m_supervisor->status().retryAt > QDateTime::currentDateTime().addSecs(-1));
    QVERIFY(m_supervisor->status().error.has_value());
    QTRY_COMPARE(state(), State::Running);
    QCOMPARE(m_gateway->count("launch"), 2);
    QVERIFY(!m_supervisor->status().error);
}

void tst_gatewaysupervisor::aHangingGatewayIsEndedAndStartedAgain()
{
    make(hasty);
    m_gateway->present = true;
    m_supervisor->begin();
    QTRY_COMPARE(state(), State::Running);
    m_gateway->present = false; // it lives and answers nobody
    Q_EMIT m_gateway->lost();
    QCOMPARE(state(), State::Starting);
    QTRY_COMPARE(m_gateway->count("terminate"), 1);
    Q_EMIT m_gateway->exited();
    QTRY_COMPARE(state(), State::Running);
}

void tst_gatewaysupervisor::fiveEarlyExitsAreAFailure()
{
    m_gateway->launchResult = Error{Error::Code::Io, QStringLiteral("no more processes")};
    m_supervisor->begin();
    // The waits between grow: 0.5 s, 1 s, 2 s, 4 s.
    QTRY_COMPARE_WITH_TIMEOUT(state(), State::Failed, 30000);
    QCOMPARE(m_gateway->count("launch"), 5);
    QCOMPARE(m_supervisor->status().error->code, Error::Code::Io);
    // Start tries afresh.
    m_gateway->launchResult = {};
    m_supervisor->requestStart();
    QTRY_COMPARE(state(), State::Running);
}

void tst_gatewaysupervisor::aMissingProgramIsAFailureAtOnce()
{
    m_gateway->launchResult = Error{Error::Code::NotFound, QStringLiteral("no pasarela-gateway")};
    m_supervisor->begin();
    QTRY_COMPARE(state(), State::Failed);
    QCOMPARE(m_gateway->count("launch"), 1);
    QCOMPARE(m_supervisor->status().error->code, Error::Code::NotFound);
}

void tst_gatewaysupervisor::anUpgradeIsWaitedFor()
{
    m_gateway->launchResult = Error{Error::Code::Unavailable, QStringLiteral("an upgrade is going on")};
    m_supervisor->begin();
    QTRY_COMPARE(state(), State::Waiting);
    m_gateway->launchResult = {};
    QTRY_COMPARE(state(), State::Running);
}

void tst_gatewaysupervisor::aRefusedStartIsAStop()
{
    m_gateway->launchResult = Error{Error::Code::StoppedByPerson, QStringLiteral("stopped")};
    m_supervisor->begin();
    QTRY_COMPARE(state(), State::Stopped);
    QVERIFY(!m_supervisor->status().wanted);
}

void tst_gatewaysupervisor::followsAWishOfAnotherProgram()
{
    m_supervisor->begin();
    QTRY_COMPARE(state(), State::Running);
    // pasarela-gateway stop: the wish, then the end
    m_gateway->wish = wish();
    m_gateway->leave();
    QTRY_COMPARE(state(), State::Stopped);
    QCOMPARE(m_supervisor->status().stoppedSince, wish().since);
    // pasarela-gateway run
    m_gateway->wish.reset();
    m_gateway->present = true;
    Q_EMIT m_gateway->stirred();
    QTRY_COMPARE(state(), State::Running);
    QVERIFY(m_supervisor->status().wanted);
    QCOMPARE(m_gateway->count("launch"), 1);
}

void tst_gatewaysupervisor::takesOverOneThatAppearsWhileStopped()
{
    m_gateway->launchResult = Error{Error::Code::NotFound, QStringLiteral("no pasarela-gateway")};
    m_supervisor->begin();
    QTRY_COMPARE(state(), State::Failed);
    m_gateway->present = true;
    Q_EMIT m_gateway->stirred();
    QTRY_COMPARE(state(), State::Running);
}

void tst_gatewaysupervisor::anOldUnusedGatewayIsRestartedOnce()
{
    m_gateway->present = true;
    m_gateway->version = QStringLiteral("0.9.9");
    m_gateway->snapshot.clients = {client("control")}; // the command line is no app
    m_supervisor->begin();
    QTRY_COMPARE(m_gateway->count("launch"), 1);
    QTRY_COMPARE(state(), State::Running);
    QCOMPARE(m_gateway->count("leave restart"), 1);
    // What came up is as old: the person is told, and nothing goes round in circles.
    QTRY_VERIFY(m_supervisor->status().updateWaiting);
    Q_EMIT m_gateway->snapshotChanged(m_gateway->snapshot);
    QCOMPARE(m_gateway->count("leave restart"), 1);
}

void tst_gatewaysupervisor::anOldGatewayInUseWaitsForThePerson()
{
    m_gateway->present = true;
    m_gateway->version = QStringLiteral("0.9.9");
    m_gateway->snapshot.clients = {client("bridge")};
    m_supervisor->begin();
    QTRY_COMPARE(state(), State::Running);
    QVERIFY(m_supervisor->status().updateWaiting);
    QCOMPARE(m_gateway->count("leave restart"), 0);
    // The last app has gone.
    m_gateway->snapshot.clients.clear();
    m_gateway->version = QStringLiteral("1.0.0");
    Q_EMIT m_gateway->snapshotChanged(m_gateway->snapshot);
    QCOMPARE(m_gateway->count("leave restart"), 1);
    QTRY_COMPARE(state(), State::Running);
    QVERIFY(!m_supervisor->status().updateWaiting);
}

void tst_gatewaysupervisor::aNewerGatewayIsLeftAlone()
{
    m_gateway->present = true;
    m_gateway->version = QStringLiteral("1.10.0");
    m_supervisor->begin();
    QTRY_COMPARE(state(), State::Running);
    QVERIFY(!m_supervisor->status().updateWaiting);
    QCOMPARE(m_gateway->count("leave restart"), 0);
}

void tst_gatewaysupervisor::theMirrorHasTheSnapshotBeforeItRuns()
{
    FakeGatewayAccess gateway;
    GatewayMirror mirror(gateway);
    GatewaySupervisor supervisor(gateway, QStringLiteral("1.0.0"), patient);
    connect(&supervisor, &GatewaySupervisor::statusChanged, &mirror, &GatewayMirror::setStatus);
    gateway.present = true;
    gateway.snapshot.enclaves.resize(3);
    gateway.snapshot.clients = {client("bridge")};
    bool emptyWhileRunning = false;
    connect(&mirror, &GatewayMirror::changed, this, [&] {
        emptyWhileRunning |= mirror.status().state == State::Running && mirror.snapshot().enclaves.empty();
    });
    supervisor.begin();
    QTRY_COMPARE(mirror.status().state, State::Running);
    QVERIFY(!emptyWhileRunning);
    QCOMPARE(mirror.snapshot().clients.size(), size_t(1));
    // Gone: who was connected is not any more, what is set up still is.
    gateway.crash();
    QCOMPARE(mirror.status().state, State::Waiting);
    QCOMPARE(mirror.snapshot().enclaves.size(), size_t(3));
    QVERIFY(mirror.snapshot().clients.empty());
}

QTEST_GUILESS_MAIN(tst_gatewaysupervisor)
#include "tst_gatewaysupervisor.moc"
