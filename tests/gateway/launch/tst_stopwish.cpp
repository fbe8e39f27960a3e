// SPDX-License-Identifier: MIT
#include "gateway/launch/stopwish.h"

#include "tests/support/testhome.h"

#include <QDir>
#include <QFile>
#include <QTest>

using namespace pasarela;
using namespace pasarela::test;

class tst_stopwish : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void standsFromRecordToRemove();
    void standsWhateverTheFileHolds_data();
    void standsWhateverTheFileHolds();
    void recordingAgainTellsTheLastWho();
    void removingNothingIsNoError();
    void anUpgradeHoldsForAMoment();
    void aHoldThatCannotBeIsNone_data();
    void aHoldThatCannotBeIsNone();
};

void tst_stopwish::standsFromRecordToRemove()
{
    const TestHome home;
    const auto paths = Paths::locate(home.path());
    QVERIFY(!StopWish::read(*paths));
    const QDateTime before = QDateTime::currentDateTimeUtc().addMSecs(-1);
    QVERIFY(StopWish::record(*paths, QStringLiteral("tray")).ok()); // makes the folder
    const auto wish = StopWish::read(*paths);
    QVERIFY(wish);
    QCOMPARE(wish->by, QStringLiteral("tray"));
    QVERIFY(wish->since >= before && wish->since <= QDateTime::currentDateTimeUtc());
    QVERIFY(StopWish::remove(*paths).ok());
    QVERIFY(!StopWish::read(*paths));
}

void tst_stopwish::standsWhateverTheFileHolds_data()
{
    QTest::addColumn<QByteArray>("bytes");
    QTest::newRow("empty") << QByteArray();
    QTest::newRow("half written") << QByteArray("{\"since\":\"2026-");
    QTest::newRow("other types") << QByteArray("{\"since\":7,\"by\":[]}");
    QTest::newRow("far too long") << QByteArray(100'000, ' ');
}

void tst_stopwish::standsWhateverTheFileHolds()
{
    QFETCH(QByteArray, bytes);
    const TestHome home;
    home.write(QStringLiteral("data/stopped"), bytes);
    const auto wish = StopWish::read(*Paths::locate(home.path()));
    QVERIFY(wish);
    QVERIFY(wish->since.isValid());
    QVERIFY(wish->by.isEmpty());
}

void tst_stopwish::recordingAgainTellsTheLastWho()
{
    const TestHome home;
    const auto paths = Paths::locate(home.path());
    QVERIFY(StopWish::record(*paths, QStringLiteral("tray")).ok());
    QVERIFY(StopWish::record(*paths, QStringLiteral("com\"mand")).ok());
    QCOMPARE(StopWish::read(*paths)->by, QStringLiteral("com\"mand"));
}

void tst_stopwish::removingNothingIsNoError()
{
    const TestHome home;
    const auto paths = Paths::locate(home.path());
    QVERIFY(StopWish::remove(*paths).ok());
    QVERIFY(QDir().mkpath(paths->stopWishFile())); // a folder cannot be removed like a file
    QVERIFY(!StopWish::remove(*paths).ok());
}

void tst_stopwish::anUpgradeHoldsForAMoment()
{
    const TestHome home;
    const auto paths = Paths::locate(home.path());
    QVERIFY(!upgradeHoldUntil(*paths));
    QVERIFY(recordUpgradeHold(*paths).ok());
    const auto until = upgradeHoldUntil(*paths);
    QVERIFY(until);
    const qint64 seconds = QDateTime::currentDateTimeUtc().secsTo(*until);
    QVERIFY(seconds > 60 && seconds <= 120);
    QVERIFY(!StopWish::read(*paths)); // no wish of the person
}

void tst_stopwish::aHoldThatCannotBeIsNone_data()
{
    QTest::addColumn<QString>("until");
    const auto later = [](int seconds) {
        return QDateTime::currentDateTimeUtc().addSecs(seconds).toString(Qt::ISODateWithMs);
    };
    QTest::newRow("over") << later(-1);
    QTest::newRow("the clock was set back") << later(24 * 3600);
    QTest::newRow("no time") << QStringLiteral("soon");
}

void tst_stopwish::aHoldThatCannotBeIsNone()
{
    QFETCH(QString, until);
    const TestHome home;
    home.write(QStringLiteral("data/upgrading"), "{\"until\":\"" + until.toUtf8() + "\"}");
    QVERIFY(!upgradeHoldUntil(*Paths::locate(home.path())));
}

QTEST_GUILESS_MAIN(tst_stopwish)
#include "tst_stopwish.moc"
