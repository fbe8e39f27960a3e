// SPDX-License-Identifier: MIT
#include "gateway/cli/sincetime.h"

#include <QTest>
#include <QTimeZone>

using namespace pasarela;

namespace {

QDateTime at(int day, int hour, int minute = 0, int second = 0)
{
    return QDateTime(QDate(2026, 1, day), QTime(hour, minute, second), QTimeZone::utc());
}

} // namespace

class tst_sincetime : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void takesWhatAPersonWrites_data();
    void takesWhatAPersonWrites();
    void refusesTheRest_data();
    void refusesTheRest();
};

void tst_sincetime::takesWhatAPersonWrites_data()
{
    QTest::addColumn<QDateTime>("time");
    QTest::newRow("90s") << at(31, 11, 58, 30);
    QTest::newRow("15m") << at(31, 11, 45);
    QTest::newRow("2h") << at(31, 10);
    QTest::newRow("7d") << at(24, 12);
    QTest::newRow("0m") << at(31, 12);
    QTest::newRow("2026-01-30") << at(30, 0);
    QTest::newRow("2026-01-30 10:42") << at(30, 10, 42);
    QTest::newRow("2026-01-30T10:42:07") << at(30, 10, 42, 7);
    QTest::newRow("2026-01-30T10:42:07.000Z") << at(30, 10, 42, 7);
    QTest::newRow("2026-01-30T10:42:07+02:00") << at(30, 8, 42, 7);
}

void tst_sincetime::takesWhatAPersonWrites()
{
    QFETCH(QDateTime, time);
    const auto since = sinceTime(QString::fromLatin1(QTest::currentDataTag()), at(31, 12));
    QVERIFY(since.has_value());
    QCOMPARE(since->toUTC(), time);
}

void tst_sincetime::refusesTheRest_data()
{
    QTest::addColumn<QString>("text");
    for (const char *text :
         {"", "m", "-5m", "1.5h", "5w", "99999999999999999999d", "12345678d", "yesterday", "2026-13-01", "10:42"})
        QTest::newRow(text) << QString::fromLatin1(text);
}

void tst_sincetime::refusesTheRest()
{
    QFETCH(QString, text);
    QVERIFY(!sinceTime(text, at(31, 12)));
}

QTEST_GUILESS_MAIN(tst_sincetime)
#include "tst_sincetime.moc"
