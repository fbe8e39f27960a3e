// SPDX-License-Identifier: MIT
#include "gateway/audit/callstats.h"

#include "tests/gateway/audit/auditlines.h"

#include <QTest>

#include <cmath>

using namespace pasarela;
using namespace pasarela::test;

namespace {

const EnclaveId files(QStringLiteral("files"));

AuditEvent lasting(double milliseconds, const QDateTime &time = noon())
{
    AuditEvent event = callAt(time);
    event.duration = std::chrono::microseconds(qRound64(milliseconds * 1000));
    return event;
}

bool isAbout(double value, double wanted)
{
    return std::abs(value - wanted) <= wanted / 10;
}

} // namespace

class tst_callstats : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void withoutCallsThereAreNoTimes();
    void saysTheMiddleAndTheSlowest();
    void timesAreRightToATenth_data();
    void timesAreRightToATenth();
    void keysAreKeptApart();
    void countsOnlyWhatAServerAnswered();
    void forgetsAfterAnHour();
    void keepsSoManyKeysAndNoMore();
};

void tst_callstats::withoutCallsThereAreNoTimes()
{
    const auto times = CallStats().of(files, {}, {}, noon());
    QCOMPARE(times.calls, quint64(0));
    QCOMPARE(times.p50, 0.0);
    QCOMPARE(times.p95, 0.0);
}

void tst_callstats::saysTheMiddleAndTheSlowest()
{
    CallStats stats;
    for (int i = 0; i < 90; ++i)
        stats.record(lasting(10, noon().addSecs(i)));
    for (int i = 0; i < 10; ++i)
        stats.record(lasting(1000, noon().addSecs(i)));
    const auto times = stats.of(files, {}, {}, noon().addSecs(90));
    QCOMPARE(times.calls, quint64(100));
    QVERIFY2(isAbout(times.p50, 10), qPrintable(QString::number(times.p50)));
    QVERIFY2(isAbout(times.p95, 1000), qPrintable(QString::number(times.p95)));
}

void tst_callstats::timesAreRightToATenth_data()
{
    QTest::addColumn<double>("milliseconds");
    for (const double value : {0.2, 1.0, 7.7, 12.5, 99.0, 4321.0, 600000.0})
        QTest::newRow(qPrintable(QString::number(value))) << value;
}

void tst_callstats::timesAreRightToATenth()
{
    QFETCH(double, milliseconds);
    CallStats stats;
    stats.record(lasting(milliseconds));
    const auto times = stats.of(files, {}, {}, noon());
    QVERIFY2(isAbout(times.p50, milliseconds), qPrintable(QString::number(times.p50)));
    QCOMPARE(times.p95, times.p50);
}

void tst_callstats::keysAreKeptApart()
{
    CallStats stats;
    AuditEvent event = lasting(10);
    stats.record(event);
    event = lasting(100);
    event.account = AccountId(QStringLiteral("work"));
    stats.record(event);
    event = lasting(1000);
    event.scope = QStringLiteral("client-1");
    stats.record(event);
    QVERIFY(isAbout(stats.of(files, {}, {}, noon()).p95, 10));
    QVERIFY(isAbout(stats.of(files, AccountId(QStringLiteral("work")), {}, noon()).p95, 100));
    QVERIFY(isAbout(stats.of(files, {}, QStringLiteral("client-1"), noon()).p95, 1000));
}

void tst_callstats::countsOnlyWhatAServerAnswered()
{
    CallStats stats;
    for (int outcome = 0; outcome <= int(CallOutcome::Stopped); ++outcome) {
        AuditEvent event = lasting(10);
        event.outcome = CallOutcome(outcome);
        stats.record(event);
    }
    QCOMPARE(stats.of(files, {}, {}, noon()).calls, quint64(2));
}

void tst_callstats::forgetsAfterAnHour()
{
    CallStats stats;
    stats.record(lasting(10));
    stats.record(lasting(10, noon().addSecs(30 * 60)));
    QCOMPARE(stats.of(files, {}, {}, noon().addSecs(59 * 60)).calls, quint64(2));
    QCOMPARE(stats.of(files, {}, {}, noon().addSecs(60 * 60)).calls, quint64(1));
    QCOMPARE(stats.of(files, {}, {}, noon().addSecs(90 * 60)).calls, quint64(0));
    stats.record(lasting(10, noon().addSecs(61 * 60)));
    QCOMPARE(stats.of(files, {}, {}, noon().addSecs(61 * 60)).calls, quint64(2));
}

void tst_callstats::keepsSoManyKeysAndNoMore()
{
    CallStats stats;
    const int keys = int(CallStats::keyLimit) + 1;
    for (int i = 0; i < keys; ++i) {
        AuditEvent event = lasting(10, noon().addSecs(i == 7 ? -60 : 0));
        event.scope = QString::number(i);
        stats.record(event);
    }
    QCOMPARE(stats.of(files, {}, QStringLiteral("7"), noon()).calls, quint64(0)); // the one not used for longest
    QCOMPARE(stats.of(files, {}, QStringLiteral("0"), noon()).calls, quint64(1));
}

QTEST_GUILESS_MAIN(tst_callstats)
#include "tst_callstats.moc"
