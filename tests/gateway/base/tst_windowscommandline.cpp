// SPDX-License-Identifier: MIT
#include "gateway/base/windowscommandline.h"

#include <QTest>

using namespace pasarela;

class tst_windowscommandline : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void quotesWhatNeedsIt_data();
    void quotesWhatNeedsIt();
    void theEnvironmentIsSortedAndEndedTwice();
    void anEmptyEnvironmentIsStillEnded();
};

void tst_windowscommandline::quotesWhatNeedsIt_data()
{
    QTest::addColumn<QString>("argument");
    QTest::addColumn<QString>("written");
    QTest::newRow("plain") << QStringLiteral("abc") << QStringLiteral("abc");
    QTest::newRow("empty") << QString() << QStringLiteral("\"\"");
    QTest::newRow("space") << QStringLiteral("a b") << QStringLiteral("\"a b\"");
    QTest::newRow("tab") << QStringLiteral("a\tb") << QStringLiteral("\"a\tb\"");
    QTest::newRow("quote") << QStringLiteral("a\"b") << QStringLiteral("\"a\\\"b\"");
    QTest::newRow("backslash") << QStringLiteral("a\\b") << QStringLiteral("a\\b");
    QTest::newRow("backslash before a quote") << QStringLiteral("a\\\"b") << QStringLiteral("\"a\\\\\\\"b\"");
    QTest::newRow("backslash at the end") << QStringLiteral("a b\\") << QStringLiteral("\"a b\\\\\"");
    QTest::newRow("JSON") << QStringLiteral("{\"a\":1}") << QStringLiteral("\"{\\\"a\\\":1}\"");
}

void tst_windowscommandline::quotesWhatNeedsIt()
{
    QFETCH(QString, argument);
    QFETCH(QString, written);
    QCOMPARE(windowsCommandLine(QStringLiteral("C:\\a b.exe"), {argument}),
             QStringLiteral("\"C:\\a b.exe\" ") + written);
}

void tst_windowscommandline::theEnvironmentIsSortedAndEndedTwice()
{
    const QMap<QString, QString> variables = {{QStringLiteral("B"), QStringLiteral("2")},
                                              {QStringLiteral("a"), QStringLiteral("1")},
                                              {QStringLiteral("C"), QString()}};
    QCOMPARE(windowsEnvironmentBlock(variables).replace(QChar(u'\0'), u'|'), QStringLiteral("a=1|B=2|C=||"));
}

void tst_windowscommandline::anEmptyEnvironmentIsStillEnded()
{
    QCOMPARE(windowsEnvironmentBlock({}), QString(2, QChar(u'\0')));
}

QTEST_GUILESS_MAIN(tst_windowscommandline)
#include "tst_windowscommandline.moc"
