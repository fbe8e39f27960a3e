// SPDX-License-Identifier: MIT
#include "app/localgateway.h"

#include "tests/support/controlfixture.h"
#include "tests/support/waitingchild.h"

#include <QSignalSpy>
#include <QTest>

using namespace pasarela;
using namespace pasarela::test;

/// The tray's hold on a gateway: a real control socket, and a real process that stands for the gateway's.
class tst_localgateway : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init();
    void findsTheGatewayWithItsFirstSnapshot();
    void tellsThatTheOneItFindsLeaves();
    void saysThatNobodyIsThere();
    void passesChangesOn();
    void tellsTheEndOfConnectionAndProcessApart();
    void asksToLeaveWithTheReason();
    void terminatesTheProcessOfTheHandshake();
    void forgettingSilencesEverything();
    void oneLookAtATime();
    void talksToAGatewayOfAnotherProtocol();
    void noticesTheStopWishOfAnotherProgram();
    void otherDataFilesStirNothing();
    void noticesAGatewayThatAppears();

private:
    GatewayIdentity identity(int protocol = control::protocolVersion) const
    {
        return {protocol, QStringLiteral("1.2.3"), m_process->processId(), m_process->startTime()};
    }
    bool find()
    {
        QSignalSpy found(m_gateway.get(), &GatewayAccess::found);
        m_gateway->look();
        return QTest::qWaitFor([&found] { return found.count() == 1; });
    }

    std::unique_ptr<ControlFixture> m_control;
    std::unique_ptr<WaitingChild> m_process;
    std::unique_ptr<LocalGateway> m_gateway;
};

void tst_localgateway::init()
{
    m_gateway.reset();
    m_control = std::make_unique<ControlFixture>();
    m_process = std::make_unique<WaitingChild>();
    m_gateway = std::make_unique<LocalGateway>(m_control->paths);
}

void tst_localgateway::findsTheGatewayWithItsFirstSnapshot()
{
    m_control->handler.state.enclaves.resize(2);
    m_control->listen({}, identity());
    QSignalSpy found(m_gateway.get(), &GatewayAccess::found);
    m_gateway->look();
    QCOMPARE(found.count(), 0); // never out of a call
    QTRY_COMPARE(found.count(), 1);
    QCOMPARE(found.first().at(0).value<GatewayIdentity>().processId, m_process->processId());
    QCOMPARE(found.first().at(1).value<Snapshot>().enclaves.size(), size_t(2));
}

void tst_localgateway::tellsThatTheOneItFindsLeaves()
{
    m_control->listen({}, identity());
    m_control->server->leave(QStringLiteral("restart"));
    QSignalSpy found(m_gateway.get(), &GatewayAccess::found);
    m_gateway->look();
    QTRY_COMPARE(found.count(), 1);
    QVERIFY(found.first().at(0).value<GatewayIdentity>().leaving);
    // Its end is told: that is what the supervisor waits for.
    QSignalSpy exited(m_gateway.get(), &GatewayAccess::exited);
    m_process->end();
    QTRY_COMPARE(exited.count(), 1);
}

void tst_localgateway::saysThatNobodyIsThere()
{
    QSignalSpy nobody(m_gateway.get(), &GatewayAccess::nobodyThere);
    m_gateway->look();
    QTRY_COMPARE(nobody.count(), 1);
    QCOMPARE(nobody.first().first().value<Error>().code, Error::Code::Unavailable);
    // And it may be asked again.
    m_control->listen({}, identity());
    QVERIFY(find());
}

void tst_localgateway::passesChangesOn()
{
    m_control->listen({}, identity());
    QVERIFY(find());
    QSignalSpy changed(m_gateway.get(), &GatewayAccess::snapshotChanged);
    m_control->handler.state.relay.unread = 3;
    m_control->server->snapshotMayHaveChanged();
    QTRY_COMPARE(changed.count(), 1);
    QCOMPARE(changed.first().first().value<Snapshot>().relay.unread, 3);
}

void tst_localgateway::tellsTheEndOfConnectionAndProcessApart()
{
    m_control->listen({}, identity());
    QVERIFY(find());
    QSignalSpy lost(m_gateway.get(), &GatewayAccess::lost);
    QSignalSpy exited(m_gateway.get(), &GatewayAccess::exited);
    m_control->die();
    QTRY_COMPARE(lost.count(), 1);
    QCOMPARE(exited.count(), 0);
    m_process->end();
    QTRY_COMPARE(exited.count(), 1);
}

void tst_localgateway::asksToLeaveWithTheReason()
{
    m_control->listen({}, identity());
    QVERIFY(find());
    QSignalSpy leaving(m_gateway.get(), &GatewayAccess::leaving);
    m_gateway->askToLeave(QStringLiteral("restart"));
    QTRY_COMPARE(m_control->handler.shutdowns, QStringList(QStringLiteral("restart")));
    QTRY_COMPARE(leaving.count(), 1);
}

void tst_localgateway::terminatesTheProcessOfTheHandshake()
{
    m_control->listen({}, identity());
    m_gateway->kill(); // nobody is known yet: nothing happens
    QVERIFY(find());
    QSignalSpy exited(m_gateway.get(), &GatewayAccess::exited);
#ifdef Q_OS_WIN
    m_gateway->kill(); // a program without a window cannot be asked there
#else
    m_gateway->terminate();
#endif
    QTRY_COMPARE(exited.count(), 1);
}

void tst_localgateway::forgettingSilencesEverything()
{
    m_control->listen({}, identity());
    QVERIFY(find());
    QSignalSpy lost(m_gateway.get(), &GatewayAccess::lost);
    QSignalSpy exited(m_gateway.get(), &GatewayAccess::exited);
    QSignalSpy found(m_gateway.get(), &GatewayAccess::found);
    QSignalSpy nobody(m_gateway.get(), &GatewayAccess::nobodyThere);
    m_gateway->look(); // connected already: this look finds nothing new
    m_gateway->forget();
    m_gateway->look();
    m_gateway->forget(); // in the middle of a look
    m_control->die();
    m_process->end();
    m_gateway->look(); // its answer comes after everything that was under way
    QTRY_COMPARE(nobody.count(), 1);
    QCOMPARE(found.count() + lost.count() + exited.count(), 0);
}

void tst_localgateway::oneLookAtATime()
{
    m_control->listen({}, identity());
    QSignalSpy found(m_gateway.get(), &GatewayAccess::found);
    m_gateway->look();
    m_gateway->look();
    QTRY_COMPARE(found.count(), 1);
    m_gateway->look();
    QSignalSpy changed(m_gateway.get(), &GatewayAccess::snapshotChanged);
    m_control->handler.state.relay.unread = 1;
    m_control->server->snapshotMayHaveChanged();
    QTRY_COMPARE(changed.count(), 1);
    QCOMPARE(found.count(), 1);
    QCOMPARE(m_control->server->connectionCount(), size_t(1));
}

void tst_localgateway::talksToAGatewayOfAnotherProtocol()
{
    m_control->handler.state.clients.resize(1);
    m_control->listen({}, identity(control::protocolVersion + 1));
    QSignalSpy found(m_gateway.get(), &GatewayAccess::found);
    m_gateway->look();
    QTRY_COMPARE(found.count(), 1);
    QCOMPARE(found.first().at(1).value<Snapshot>().clients.size(), size_t(1));
    m_gateway->askToLeave(QStringLiteral("restart"));
    QTRY_COMPARE(m_control->handler.shutdowns.size(), 1);
}

void tst_localgateway::noticesTheStopWishOfAnotherProgram()
{
    QSignalSpy stirred(m_gateway.get(), &GatewayAccess::stirred);
    QVERIFY(!m_gateway->stopWish());
    QVERIFY(StopWish::record(m_control->paths, QStringLiteral("command")));
    QTRY_VERIFY(stirred.count() > 0);
    QVERIFY(m_gateway->stopWish());
    stirred.clear();
    QVERIFY(StopWish::remove(m_control->paths));
    QTRY_VERIFY(stirred.count() > 0);
    QVERIFY(!m_gateway->stopWish());
}

void tst_localgateway::otherDataFilesStirNothing()
{
    QSignalSpy stirred(m_gateway.get(), &GatewayAccess::stirred);
    m_control->home.write(QStringLiteral("data/tray.ini"), "x");
    m_control->home.write(QStringLiteral("run/gateway.lock"), "x"); // comes after it, so that it can be waited for
    QTRY_VERIFY(stirred.count() > 0);
    QCOMPARE(stirred.count(), 1);
}

void tst_localgateway::noticesAGatewayThatAppears()
{
    QSignalSpy stirred(m_gateway.get(), &GatewayAccess::stirred);
    m_control->home.write(QStringLiteral("run/gateway.lock"), "x"); // the first thing a gateway leaves there
    QTRY_VERIFY(stirred.count() > 0);
}

int main(int argc, char **argv)
{
    if (WaitingChild::isThis(argc, argv))
        return WaitingChild::wait(argv);
    QCoreApplication application(argc, argv);
    tst_localgateway test;
    return QTest::qExec(&test, argc, argv);
}
#include "tst_localgateway.moc"
