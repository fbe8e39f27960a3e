// SPDX-License-Identifier: MIT
#include "gateway/cli/secretinput.h"

#include <QTest>

using namespace pasarela;

class tst_secretinput : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void leavesTheLineEndOut_data();
    void leavesTheLineEndOut();
    void nothingAndTooMuchAreRefused();
};

void tst_secretinput::leavesTheLineEndOut_data()
{
    QTest::addColumn<QByteArray>("input");
    QTest::addColumn<QByteArray>("secret");
    QTest::newRow("echo") << QByteArray("sesame\n") << QByteArray("sesame");
    QTest::newRow("printf") << QByteArray("sesame") << QByteArray("sesame");
    QTest::newRow("Windows") << QByteArray("sesame\r\n") << QByteArray("sesame");
    QTest::newRow("one end only") << QByteArray("sesame\n\n") << QByteArray("sesame\n");
    QTest::newRow("a key file") << QByteArray("a\nb\n") << QByteArray("a\nb");
    QTest::newRow("spaces stay") << QByteArray(" a b \n") << QByteArray(" a b ");
}

void tst_secretinput::leavesTheLineEndOut()
{
    QFETCH(QByteArray, input);
    const auto taken = secretFromInput(Secret(input));
    QVERIFY(taken.ok());
    QTEST(taken.value().reveal().toByteArray(), "secret");
}

void tst_secretinput::nothingAndTooMuchAreRefused()
{
    for (const char *input : {"", "\n", "\r\n"})
        QCOMPARE(secretFromInput(Secret(QByteArray(input))).error().code, Error::Code::InvalidInput);
    QCOMPARE(secretFromInput(Secret(QByteArray(1024 * 1024 + 1, 'x'))).error().code, Error::Code::TooLarge);
}

QTEST_GUILESS_MAIN(tst_secretinput)
#include "tst_secretinput.moc"
