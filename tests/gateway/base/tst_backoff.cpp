// SPDX-License-Identifier: MIT
#include "gateway/base/backoff.h"

#include <QTest>

#include <vector>

using namespace pasarela;
using namespace std::chrono_literals;

class tst_backoff : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void doublesFromHalfASecondToThirty();
    void startsAgainAfterReset();
    void takesUpToAQuarterAway();
    void staysInRangeForEver();
};

void tst_backoff::doublesFromHalfASecondToThirty()
{
    Backoff backoff;
    std::vector<std::chrono::milliseconds> delays;
    for (int i = 0; i < 9; ++i) {
        QCOMPARE(backoff.tries(), i);
        delays.push_back(backoff.next(0));
    }
    const std::vector<std::chrono::milliseconds> expected{500ms, 1s, 2s, 4s, 8s, 16s, 30s, 30s, 30s};
    QVERIFY(delays == expected);
}

void tst_backoff::startsAgainAfterReset()
{
    Backoff backoff;
    backoff.next(0);
    backoff.next(0);
    backoff.reset();
    QCOMPARE(backoff.tries(), 0);
    QVERIFY(backoff.next(0) == 500ms);
}

void tst_backoff::takesUpToAQuarterAway()
{
    Backoff backoff;
    QVERIFY(backoff.next(0.5) == 438ms);
    QVERIFY(backoff.next(0.999999) == 751ms);
    QVERIFY(backoff.next(0.4) == 1800ms);
}

void tst_backoff::staysInRangeForEver()
{
    Backoff backoff;
    for (int i = 0; i < 1000; ++i) {
        const auto delay = backoff.next();
        QVERIFY(delay >= 375ms);
        QVERIFY(delay <= 30s);
    }
}

QTEST_GUILESS_MAIN(tst_backoff)
#include "tst_backoff.moc"
