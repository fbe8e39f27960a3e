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
    void aCallThatWasGivenUpMakesTheNextAppUncertain();

private:
    const ClientId m_desktop{QStringLiteral("claude-desktop")};
    const ClientId m_code{QStringLiteral("claude-code")};
    const SessionTraffic::Time m_start{100s};
};

void tst_sessiontraffic::nobodyOwnsARestingSession()
{
    SessionTraffic traffic;
    QVERIFY(!traffic.certainOwner(m_start + 12s));
    traffic.began(1, m_desktop, m_start);
    traffic.ended(1, m_start, true);
    QVERIFY(!traffic.certainOwner(m_start + 12s));
    QVERIFY(!traffic.presentOwner(m_start + 12s));
}

void tst_sessiontraffic::theOnlyClientInFlightOwnsIt()
{
    SessionTraffic traffic;
    traffic.began(7, m_desktop, m_start);
    traffic.began(7, m_desktop, m_start);
    QCOMPARE(traffic.certainOwner(m_start + 12s), std::optional(7ull));
    traffic.ended(7, m_start, true);
    QCOMPARE(traffic.certainOwner(m_start + 12s), std::optional(7ull));
}

void tst_sessiontraffic::twoClientsInFlightLeaveItUncertain()
{
    SessionTraffic traffic;
    traffic.began(1, m_desktop, m_start);
    traffic.began(2, m_code, m_start);
    QVERIFY(!traffic.certainOwner(m_start + 12s));
    QVERIFY(!traffic.presentOwner(m_start + 12s));
    traffic.ended(2, m_start, true);
    QVERIFY(!traffic.certainOwner(m_start + 12s)); // a late request of 2's call must not reach 1
    QCOMPARE(traffic.presentOwner(m_start + 12s), std::optional(1ull));
}

void tst_sessiontraffic::anEarlierClientMakesTheNextOneUncertainUntilItRested()
{
    SessionTraffic traffic;
    traffic.began(1, m_desktop, m_start);
    traffic.ended(1, m_start + 1s, true);
    traffic.began(2, m_code, m_start + 5s);
    QVERIFY(!traffic.certainOwner(m_start + 12s));
    traffic.ended(2, m_start + 6s, true);
    traffic.began(2, m_code, m_start + 11s);
    QCOMPARE(traffic.certainOwner(m_start + 12s), std::optional(2ull));
}

void tst_sessiontraffic::anEarlierConnectionOfTheSameAppLeavesItCertain()
{
    SessionTraffic traffic;
    traffic.began(1, m_desktop, m_start);
    traffic.ended(1, m_start, true);
    traffic.began(2, m_desktop, m_start);
    QCOMPARE(traffic.certainOwner(m_start + 12s), std::optional(2ull));
}

void tst_sessiontraffic::twoConnectionsOfOneAppInFlightAreNotOne()
{
    SessionTraffic traffic;
    traffic.began(1, m_desktop, m_start);
    traffic.began(2, m_desktop, m_start);
    QVERIFY(!traffic.certainOwner(m_start + 12s));
}

void tst_sessiontraffic::presentOwnerDoesNotLookBack()
{
    SessionTraffic traffic;
    traffic.began(1, m_desktop, m_start);
    traffic.ended(1, m_start, true);
    traffic.began(2, m_code, m_start);
    QCOMPARE(traffic.presentOwner(m_start + 12s), std::optional(2ull));
}

void tst_sessiontraffic::aCallThatWasGivenUpMakesTheNextAppUncertain()
{
    SessionTraffic traffic;
    traffic.began(1, m_desktop, m_start);
    traffic.ended(1, m_start + 1s, false); // cancelled: the server may still work on it, and ask
    traffic.began(2, m_code, m_start + 1s);
    QVERIFY(!traffic.presentOwner(m_start + 2s));
    traffic.ended(2, m_start + 2s, true);
    traffic.began(2, m_code, m_start + 100s); // nobody called for long, but it may have worked
    QVERIFY(!traffic.presentOwner(m_start + 100s));
    QVERIFY(!traffic.certainOwner(m_start + 100s));
    QCOMPARE(traffic.presentOwner(m_start + 1s + SessionTraffic::doubt), std::optional(2ull));
    QCOMPARE(traffic.certainOwner(m_start + 1s + SessionTraffic::doubt), std::optional(2ull));
    traffic.ended(2, m_start + 100s, true);
    // An app's own earlier call leaves no doubt about which app is meant.
    const SessionTraffic::Time later = m_start + 2 * SessionTraffic::doubt;
    traffic.began(3, m_code, later);
    traffic.ended(3, later, false);
    traffic.began(4, m_code, later + 1s);
    QCOMPARE(traffic.presentOwner(later + 1s), std::optional(4ull));
}

QTEST_GUILESS_MAIN(tst_sessiontraffic)
#include "tst_sessiontraffic.moc"
