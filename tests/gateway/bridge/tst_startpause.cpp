// SPDX-License-Identifier: MIT
#include "gateway/bridge/startpause.h"

#include <QTest>

using namespace pasarela;
using namespace std::chrono_literals;

class tst_startpause : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void isShortWhileARequestWaits();
    void growsWhereNothingComesUp();
};

void tst_startpause::isShortWhileARequestWaits()
{
    Backoff starts;
    for (int i = 0; i < 6; ++i) {
        const auto pause = startPause(starts);
        QVERIFY(pause > 0ms && pause <= 1s);
    }
}

void tst_startpause::growsWhereNothingComesUp()
{
    Backoff starts;
    std::chrono::milliseconds pause{0};
    for (int i = 0; i < 20; ++i)
        pause = startPause(starts);
    QVERIFY(pause > 20s && pause <= Backoff::most);
}

QTEST_GUILESS_MAIN(tst_startpause)
#include "tst_startpause.moc"
