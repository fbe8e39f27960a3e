// SPDX-License-Identifier: MIT
#include "ui/datetext.h"
#include "ui/language.h"

#include <QTest>

using namespace pasarela;

/// Times in the words of a sentence, in both languages.
class tst_datetext : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void saysTimesAsPeopleDo_data();
    void saysTimesAsPeopleDo();
    void saysLocalTimes();

private:
    Language m_language;
};

void tst_datetext::saysTimesAsPeopleDo_data()
{
    QTest::addColumn<QString>("language");
    QTest::addColumn<QLocale>("locale");
    QTest::addColumn<QDateTime>("when");
    QTest::addColumn<QString>("words");
    const QLocale british(QLocale::English, QLocale::UnitedKingdom);
    const QLocale spanish(QLocale::Spanish, QLocale::Spain);
    const auto at = [](int day, int hour, int minute) { return QDateTime(QDate(2026, 5, day), QTime(hour, minute)); };
    const QString en = QStringLiteral("en");
    const QString es = QStringLiteral("es");
    // Now is Thursday, 7 May 2026, 12:00.
    QTest::newRow("today") << en << british << at(7, 10, 42) << QStringLiteral("today at 10:42");
    QTest::newRow("yesterday, under 24 hours ago")
        << en << british << at(6, 23, 59) << QStringLiteral("yesterday at 23:59");
    QTest::newRow("this week") << en << british << at(4, 18, 10) << QStringLiteral("on Monday at 18:10");
    QTest::newRow("a week ago is a date")
        << en << british << at(1, 18, 10).addDays(-1) << QStringLiteral("on 30/04/2026 at 18:10");
    QTest::newRow("the future is a date") << en << british << at(9, 18, 10) << QStringLiteral("on 09/05/2026 at 18:10");
    QTest::newRow("hoy") << es << spanish << at(7, 10, 42) << QStringLiteral("hoy a las 10:42");
    QTest::newRow("ayer a la una") << es << spanish << at(6, 1, 5) << QStringLiteral("ayer a la 1:05");
    QTest::newRow("el lunes") << es << spanish << at(4, 18, 10) << QStringLiteral("el lunes a las 18:10");
}

void tst_datetext::saysTimesAsPeopleDo()
{
    QFETCH(QString, language);
    QFETCH(QLocale, locale);
    QFETCH(QDateTime, when);
    QFETCH(QString, words);
    QVERIFY(m_language.use(language));
    QCOMPARE(DateText::inSentence(when, QDateTime(QDate(2026, 5, 7), QTime(12, 0)), locale), words);
}

void tst_datetext::saysLocalTimes()
{
    QVERIFY(m_language.use(QStringLiteral("en")));
    const QLocale british(QLocale::English, QLocale::UnitedKingdom);
    const QDateTime elsewhere(QDate(2026, 5, 7), QTime(9, 0), Qt::OffsetFromUTC, 5 * 3600);
    const QDateTime here = elsewhere.toLocalTime();
    QCOMPARE(DateText::inSentence(elsewhere, here, british),
             QStringLiteral("today at ") + here.toString(QStringLiteral("hh:mm")));
}

QTEST_MAIN(tst_datetext)
#include "tst_datetext.moc"
