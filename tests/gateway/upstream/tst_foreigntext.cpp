// SPDX-License-Identifier: MIT
#include "gateway/upstream/foreigntext.h"

#include <QTest>

using namespace pasarela;

class tst_foreigntext : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void becomesOneCleanLine_data();
    void becomesOneCleanLine();
    void theEndIsKept();
    void anErrorEndsWithWhatTheProgramSaid();
    void aSilentProgramChangesNothing();
};

void tst_foreigntext::becomesOneCleanLine_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<QString>("clean");
    QTest::newRow("plain") << QByteArray("no database") << QStringLiteral("no database");
    QTest::newRow("lines") << QByteArray("Error:\r\n\tno database\n\n") << QStringLiteral("Error: no database");
    QTest::newRow("colours") << QByteArray("\x1b[31mred\x1b[0m \x1b[1;4Hhere") << QStringLiteral("red here");
    QTest::newRow("control characters") << QByteArray("a\x07"
                                                      "b\x00"
                                                      "c",
                                                      5)
                                        << QStringLiteral("a b c");
    QTest::newRow("text direction") << QByteArray("a\xe2\x80\xae"
                                                  "b")
                                    << QStringLiteral("a b");
    QTest::newRow("not UTF-8") << QByteArray("a\xff"
                                             "b")
                               << QStringLiteral("a\uFFFDb");
    QTest::newRow("nothing") << QByteArray(" \n ") << QString();
}

void tst_foreigntext::becomesOneCleanLine()
{
    QFETCH(QByteArray, text);
    QTEST(foreignText(text), "clean");
}

void tst_foreigntext::theEndIsKept()
{
    QCOMPARE(foreignText("0123456789", 4), QStringLiteral("…6789"));
    QCOMPARE(foreignText("6789", 4), QStringLiteral("6789"));
}

void tst_foreigntext::anErrorEndsWithWhatTheProgramSaid()
{
    const Error error = withLastWords({Error::Code::Closed, QStringLiteral("It ended.")}, "no database\n");
    QCOMPARE(error.code, Error::Code::Closed);
    QCOMPARE(error.detail, QStringLiteral("It ended. It said last: \"no database\""));
}

void tst_foreigntext::aSilentProgramChangesNothing()
{
    QCOMPARE(withLastWords({Error::Code::Closed, QStringLiteral("It ended.")}, "\n").detail,
             QStringLiteral("It ended."));
}

QTEST_GUILESS_MAIN(tst_foreigntext)
#include "tst_foreigntext.moc"
