// SPDX-License-Identifier: MIT
#include "gateway/bridge/waitinglines.h"

#include <QTest>

using namespace pasarela;

class tst_waitinglines : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void keepsLinesInOrder();
    void asksWhereALineDoes();
    void joinsThePiecesOfALine();
    void refusesTheLineThatDoesNotFitAndKeepsTheOthers();
    void countsOnlyWhatIsThere();
    void removesARequestThatIsNotWantedAnyMore();
    void handsTheBeginningOfALineOver();
    void isBoundedInNumber();
};

void tst_waitinglines::keepsLinesInOrder()
{
    WaitingLines lines;
    QVERIFY(lines.append("one"));
    lines.end("1", true);
    QVERIFY(lines.append("two"));
    lines.end({}, false);
    const auto taken = lines.take();
    QCOMPARE(taken.size(), 2);
    QCOMPARE(taken[0].bytes, QByteArray("one"));
    QCOMPARE(taken[0].id, QByteArray("1"));
    QVERIFY(taken[0].isAsking);
    QCOMPARE(taken[1].bytes, QByteArray("two"));
    QVERIFY(!taken[1].isAsking);
    QVERIFY(!lines.isAsking());
}

void tst_waitinglines::asksWhereALineDoes()
{
    WaitingLines lines;
    QVERIFY(!lines.isAsking());
    QVERIFY(lines.append("notification"));
    lines.end({}, false);
    QVERIFY(!lines.isAsking());
    QVERIFY(lines.append("request"));
    QVERIFY(!lines.isAsking());
    lines.end("1", true);
    QVERIFY(lines.isAsking());
}

void tst_waitinglines::joinsThePiecesOfALine()
{
    WaitingLines lines;
    QVERIFY(lines.append("o"));
    QVERIFY(lines.append("ne"));
    lines.end("1", true);
    QCOMPARE(lines.take().first().bytes, QByteArray("one"));
}

void tst_waitinglines::refusesTheLineThatDoesNotFitAndKeepsTheOthers()
{
    WaitingLines lines;
    QVERIFY(lines.append("one"));
    lines.end("1", true);
    QVERIFY(lines.append(QByteArray(WaitingLines::limit - 3, 'x')));
    QVERIFY(!lines.append("y"));
    QCOMPARE(lines.size(), 3);
    QVERIFY(lines.append("two"));
    lines.end("2", true);
    QCOMPARE(lines.take().size(), 2);
}

void tst_waitinglines::countsOnlyWhatIsThere()
{
    WaitingLines lines;
    QVERIFY(lines.append("one"));
    lines.discard();
    QCOMPARE(lines.size(), 0);
    QVERIFY(lines.append("one"));
    lines.end("1", true);
    QVERIFY(lines.append("tw"));
    lines.take();
    QCOMPARE(lines.size(), 2);
    QVERIFY(lines.append("o"));
    lines.end("2", true);
    QCOMPARE(lines.size(), 3);
    QCOMPARE(lines.take().first().bytes, QByteArray("two"));
    QCOMPARE(lines.size(), 0);
}

void tst_waitinglines::removesARequestThatIsNotWantedAnyMore()
{
    WaitingLines lines;
    QVERIFY(lines.append("one"));
    lines.end("1", true);
    QVERIFY(lines.append("garbage"));
    lines.end({}, false);
    QVERIFY(!lines.remove("2"));
    QVERIFY(!lines.remove({}));
    QVERIFY(lines.remove("1"));
    QCOMPARE(lines.take().size(), 1);
}

void tst_waitinglines::handsTheBeginningOfALineOver()
{
    WaitingLines lines;
    QVERIFY(lines.append("beginning"));
    QCOMPARE(lines.takeOpen(), QByteArray("beginning"));
    QCOMPARE(lines.size(), 0);
    QCOMPARE(lines.takeOpen(), QByteArray());
}

void tst_waitinglines::isBoundedInNumber()
{
    WaitingLines lines;
    for (int i = 0; i < WaitingLines::countLimit; ++i) {
        QVERIFY(lines.append("x"));
        lines.end("1", true);
    }
    QVERIFY(!lines.append("x"));
}

QTEST_GUILESS_MAIN(tst_waitinglines)
#include "tst_waitinglines.moc"
