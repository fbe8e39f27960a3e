// SPDX-License-Identifier: MIT
#include "gateway/router/sessiontraffic.h"

#include <QTest>

using namespace pasarela;
using namespace std::chrono_literals;

class tst_sessiontraffic : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void nobodyOwnsARestingSession();
    void theOnlyClientInFlightOwnsIt();
    void twoClientsInFlightLeaveItUncertain();
    void anEarlierClientMakesTheNextOneUncertainUntilItRested();
    void anEarlierConnectionOfTheSameAppLeavesItCertain();
    void twoConnectionsOfOneAppInFlightAreNotOne();
    void presentOwnerDoesNotLookBack();

private:
    const ClientId m_desktop{QStringLiteral("claude-desktop")};
    const ClientId m_code{QStringLiteral("claude-code")};
    const SessionTraffic::Time m_start{100s};
};

void tst_sessiontraffic::nobodyOwnsARestingSession()
{
    SessionTraffic traffic;
    QVERIFY(!traffic.certainOwner());
    traffic.began(1, m_desktop, m_start);
    traffic.ended(1, m_start);
    QVERIFY(!traffic.certainOwner());
    QVERIFY(!traffic.presentOwner());
}

void tst_sessiontraffic::theOnlyClientInFlightOwnsIt()
{
    SessionTraffic traffic;
    traffic.began(7, m_desktop, m_start);
    traffic.began(7, m_desktop, m_start);
    QCOMPARE(traffic.certainOwner(), std::optional(7ull));
    traffic.ended(7, m_start);
    QCOMPARE(traffic.certainOwner(), std::optional(7ull));
}

void tst_sessiontraffic::twoClientsInFlightLeaveItUncertain()
{
    SessionTraffic traffic;
    traffic.began(1, m_desktop, m_start);
    traffic.began(2, m_code, m_start);
    QVERIFY(!traffic.certainOwner());
    QVERIFY(!traffic.presentOwner());
    traffic.ended(2, m_start);
    QVERIFY(!traffic.certainOwner()); // a late question of 2's call must not reach 1
    QCOMPARE(traffic.presentOwner(), std::optional(1ull));
}

void tst_sessiontraffic::anEarlierClientMakesTheNextOneUncertainUntilItRested()
{
    SessionTraffic traffic;
    traffic.began(1, m_desktop, m_start);
    traffic.ended(1, m_start + 1s);
    traffic.began(2, m_code, m_start + 5s);
    QVERIFY(!traffic.certainOwner());
    traffic.ended(2, m_start + 6s);
    traffic.began(2, m_code, m_start + 11s);
    QCOMPARE(traffic.certainOwner(), std::optional(2ull));
}

void tst_sessiontraffic::anEarlierConnectionOfTheSameAppLeavesItCertain()
{
    SessionTraffic traffic;
    traffic.began(1, m_desktop, m_start);
    traffic.ended(1, m_start);
    traffic.began(2, m_desktop, m_start);
    QCOMPARE(traffic.certainOwner(), std::optional(2ull));
}

void tst_sessiontraffic::twoConnectionsOfOneAppInFlightAreNotOne()
{
    SessionTraffic traffic;
    traffic.began(1, m_desktop, m_start);
    traffic.began(2, m_desktop, m_start);
    QVERIFY(!traffic.certainOwner());
}

void tst_sessiontraffic::presentOwnerDoesNotLookBack()
{
    SessionTraffic traffic;
    traffic.began(1, m_desktop, m_start);
    traffic.ended(1, m_start);
    traffic.began(2, m_code, m_start);
    QCOMPARE(traffic.presentOwner(), std::optional(2ull));
}

QTEST_GUILESS_MAIN(tst_sessiontraffic)
#include "tst_sessiontraffic.moc"
