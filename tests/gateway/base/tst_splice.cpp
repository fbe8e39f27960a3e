// SPDX-License-Identifier: MIT
#include "gateway/base/splice.h"

#include <QTest>

using namespace pasarela;

class tst_splice : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void leavesATextWithoutEditsAlone();
    void appliesEditsInAnyOrder();
    void insertsBeforeWhatIsReplacedAtTheSamePlace();
    void keepsTheOrderOfInsertionsAtOnePlace();
    void appendsAPartWithTheEditsInsideIt_data();
    void appendsAPartWithTheEditsInsideIt();
};

void tst_splice::leavesATextWithoutEditsAlone()
{
    const Splice splice;
    QVERIFY(splice.isEmpty());
    QCOMPARE(splice.applied("abc"), QByteArray("abc"));
    QCOMPARE(splice.applied(""), QByteArray());
}

void tst_splice::appliesEditsInAnyOrder()
{
    Splice splice;
    splice.remove({8, 10});
    splice.insert(10, "end");
    splice.replace({2, 4}, "XYZ");
    splice.insert(0, "start");
    splice.replace({4, 5}, "Q");
    QVERIFY(!splice.isEmpty());
    QCOMPARE(splice.applied("0123456789"), QByteArray("start01XYZQ567end"));
}

void tst_splice::insertsBeforeWhatIsReplacedAtTheSamePlace()
{
    for (const bool insertFirst : {true, false}) {
        Splice splice;
        if (insertFirst)
            splice.insert(1, "i");
        splice.replace({1, 2}, "R");
        if (!insertFirst)
            splice.insert(1, "i");
        QCOMPARE(splice.applied("abc"), QByteArray("aiRc"));
    }
}

void tst_splice::keepsTheOrderOfInsertionsAtOnePlace()
{
    Splice splice;
    splice.insert(1, "1");
    splice.insert(1, "2");
    splice.insert(1, "3");
    QCOMPARE(splice.applied("ab"), QByteArray("a123b"));
}

void tst_splice::appendsAPartWithTheEditsInsideIt_data()
{
    QTest::addColumn<int>("begin");
    QTest::addColumn<int>("end");
    QTest::addColumn<QByteArray>("result");
    QTest::newRow("before all") << 0 << 1 << QByteArray("0");
    QTest::newRow("first") << 1 << 5 << QByteArray("1A4");
    QTest::newRow("exactly the replaced range") << 2 << 4 << QByteArray("A");
    QTest::newRow("both") << 0 << 10 << QByteArray("01A456B89");
    QTest::newRow("between") << 4 << 7 << QByteArray("456");
    QTest::newRow("empty") << 5 << 5 << QByteArray();
}

void tst_splice::appendsAPartWithTheEditsInsideIt()
{
    QFETCH(int, begin);
    QFETCH(int, end);
    QFETCH(QByteArray, result);
    Splice splice;
    splice.replace({7, 8}, "B");
    splice.replace({2, 4}, "A");
    QByteArray out = "|";
    splice.appendTo(out, "0123456789", {begin, end});
    QCOMPARE(out, '|' + result);
}

QTEST_GUILESS_MAIN(tst_splice)
#include "tst_splice.moc"
