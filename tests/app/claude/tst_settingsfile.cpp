// SPDX-License-Identifier: MIT
#include "app/claude/settingsfile.h"

#include "tests/support/testhome.h"

#include <QFile>
#include <QFileInfo>
#include <QTest>

using namespace pasarela;
using pasarela::test::TestHome;

/// Another app's file: read, and written only where nothing speaks against it.
class tst_settingsfile : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void tellsMissingFromEmpty();
    void writesWhatWasAsked();
    void makesAFileThatWasNotThere();
    void removesOneThatIsToGo();
    void makesNoFolder();
    void whatChangedMeanwhileIsNotOverwritten_data();
    void whatChangedMeanwhileIsNotOverwritten();
    void whatASecondParserRefusesIsNotWritten_data();
    void whatASecondParserRefusesIsNotWritten();
    void aFileOverTheLimitIsRefused();
};

void tst_settingsfile::tellsMissingFromEmpty()
{
    const TestHome home;
    QVERIFY(readSettings(home.file(QStringLiteral("a.json"))).value().isNull());
    home.write(QStringLiteral("a.json"), "");
    const auto bytes = readSettings(home.file(QStringLiteral("a.json")));
    QVERIFY(bytes && bytes->isEmpty() && !bytes->isNull());
    QVERIFY(!readSettings(home.path())); // a folder
}

void tst_settingsfile::writesWhatWasAsked()
{
    const TestHome home;
    home.write(QStringLiteral("a.json"), "{}");
    QVERIFY(writeSettings(home.file(QStringLiteral("a.json")), "{}", "{\"a\":1e400}\r\n"));
    QCOMPARE(home.read(QStringLiteral("a.json")), QByteArray("{\"a\":1e400}\r\n"));
}

void tst_settingsfile::makesAFileThatWasNotThere()
{
    const TestHome home;
    const QString file = home.file(QStringLiteral("a.json"));
    QVERIFY(writeSettings(file, QByteArray(), "{}"));
    QCOMPARE(home.read(QStringLiteral("a.json")), QByteArray("{}"));
    const auto others = QFile::ReadGroup | QFile::WriteGroup | QFile::ReadOther | QFile::WriteOther;
#ifndef Q_OS_WIN
    QVERIFY(!(QFile::permissions(file) & others));
#else
    Q_UNUSED(others);
#endif
}

void tst_settingsfile::removesOneThatIsToGo()
{
    const TestHome home;
    home.write(QStringLiteral("a.json"), "{}");
    QVERIFY(!writeSettings(home.file(QStringLiteral("a.json")), "{ }", QByteArray()));
    QVERIFY(writeSettings(home.file(QStringLiteral("a.json")), "{}", QByteArray()));
    QVERIFY(!QFileInfo::exists(home.file(QStringLiteral("a.json"))));
}

void tst_settingsfile::makesNoFolder()
{
    const TestHome home;
    const QString file = home.file(QStringLiteral("Claude/a.json"));
    QVERIFY2(obstacleToWriting(file).contains(QStringLiteral("open the app once")),
             qPrintable(obstacleToWriting(file)));
    QVERIFY(!writeSettings(file, QByteArray(), "{}"));
    QVERIFY(!QFileInfo::exists(home.file(QStringLiteral("Claude"))));
    QVERIFY(obstacleToWriting(home.file(QStringLiteral("a.json"))).isEmpty());
}

void tst_settingsfile::whatChangedMeanwhileIsNotOverwritten_data()
{
    QTest::addColumn<QByteArray>("expected");
    QTest::newRow("other bytes") << QByteArray("{}");
    QTest::newRow("was not there") << QByteArray();
}

void tst_settingsfile::whatChangedMeanwhileIsNotOverwritten()
{
    QFETCH(QByteArray, expected);
    const TestHome home;
    home.write(QStringLiteral("a.json"), "{ }");
    const auto written = writeSettings(home.file(QStringLiteral("a.json")), expected, "{\"a\":1}");
    QVERIFY(!written);
    QCOMPARE(written.error().code, Error::Code::Conflict);
    QCOMPARE(home.read(QStringLiteral("a.json")), QByteArray("{ }"));
}

void tst_settingsfile::whatASecondParserRefusesIsNotWritten_data()
{
    QTest::addColumn<QByteArray>("bytes");
    QTest::newRow("broken") << QByteArray("{\"a\":01}");
    QTest::newRow("a key twice") << QByteArray("{\"a\":{\"b\":1,\"b\":1}}");
    QTest::newRow("empty") << QByteArray("");
    QTest::newRow("byte order mark") << QByteArray("\xEF\xBB\xBF{}");
}

void tst_settingsfile::whatASecondParserRefusesIsNotWritten()
{
    QFETCH(QByteArray, bytes);
    const TestHome home;
    home.write(QStringLiteral("a.json"), "{}");
    const auto written = writeSettings(home.file(QStringLiteral("a.json")), "{}", bytes);
    QVERIFY(!written);
    QCOMPARE(written.error().code, Error::Code::Internal);
    QCOMPARE(home.read(QStringLiteral("a.json")), QByteArray("{}"));
}

void tst_settingsfile::aFileOverTheLimitIsRefused()
{
    const TestHome home;
    QFile file(home.file(QStringLiteral("a.json")));
    QVERIFY(file.open(QIODevice::WriteOnly) && file.resize(qint64{64} * 1024 * 1024 + 1)); // sparse
    const auto bytes = readSettings(file.fileName());
    QVERIFY(!bytes);
    QCOMPARE(bytes.error().code, Error::Code::TooLarge);
}

QTEST_GUILESS_MAIN(tst_settingsfile)
#include "tst_settingsfile.moc"
