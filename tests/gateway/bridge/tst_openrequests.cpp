// SPDX-License-Identifier: MIT
#include "gateway/bridge/openrequests.h"

#include <QTest>

using namespace pasarela;

class tst_openrequests : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void tellsOneTypeOfIdFromTheOther();
    void givesTheLineBackWithTheAnswer();
    void listsWhatIsOpenInTheOrderOfAsking();
    void forgetsWhatWasCancelled();
    void keepsALineThatMayHaveBeenCancelledTooLate();
    void keepsTheLastCancelledLinesOnly();
    void forgetsCancelledLinesWithTheGateway();
    void neverCancelsTheHandshake();
    void takesTheFirstAnswerForTheLaterOfTwoWithOneId();
    void countsWhatItCannotName();
    void takesNothingForAnIdThatTheGatewayRefuses();
    void isBounded();
};

void tst_openrequests::tellsOneTypeOfIdFromTheOther()
{
    OpenRequests open;
    open.add("1");
    open.add("\"1\"");
    QVERIFY(open.answered("1"));
    QVERIFY(!open.answered("1"));
    QCOMPARE(open.takeIds(), (QList<QByteArray>{"\"1\""}));
}

void tst_openrequests::givesTheLineBackWithTheAnswer()
{
    OpenRequests open;
    open.add("1", "line");
    QVERIFY(open.find("1"));
    QCOMPARE(open.find("1")->line, QByteArray("line"));
    QCOMPARE(open.answered("1")->line, QByteArray("line"));
    QVERIFY(!open.find("1"));
}

void tst_openrequests::listsWhatIsOpenInTheOrderOfAsking()
{
    OpenRequests open;
    QList<QByteArray> ids;
    for (int i = 0; i < 100; ++i) {
        ids.append(QByteArray::number(i * 7919 % 1000));
        open.add(ids.last());
    }
    QCOMPARE(open.takeIds(), ids);
    QVERIFY(open.isEmpty());
}

void tst_openrequests::forgetsWhatWasCancelled()
{
    OpenRequests open;
    open.add("1");
    open.cancelled("1");
    open.cancelled("2");
    QVERIFY(open.isEmpty());
}

void tst_openrequests::keepsALineThatMayHaveBeenCancelledTooLate()
{
    OpenRequests open;
    open.add("1", "line");
    open.add("2");
    open.cancelled("1");
    open.cancelled("2");
    QVERIFY(open.isEmpty());
    QVERIFY(!open.find("2"));
    QVERIFY(open.find("1"));
    QCOMPARE(open.find("1")->line, QByteArray("line"));
    const auto late = open.answered("1");
    QVERIFY(late);
    QCOMPARE(late->line, QByteArray("line"));
    QVERIFY(!open.answered("1"));
}

void tst_openrequests::keepsTheLastCancelledLinesOnly()
{
    OpenRequests open;
    for (int i = 0; i <= OpenRequests::cancelledLimit; ++i) {
        open.add(QByteArray::number(i), "line");
        open.cancelled(QByteArray::number(i));
    }
    QVERIFY(!open.find("0"));
    for (int i = 1; i <= OpenRequests::cancelledLimit; ++i)
        QVERIFY(open.find(QByteArray::number(i)));
}

void tst_openrequests::forgetsCancelledLinesWithTheGateway()
{
    OpenRequests open;
    open.add("1", "line");
    open.cancelled("1");
    QCOMPARE(open.takeIds(), QList<QByteArray>());
    QVERIFY(!open.find("1"));
}

void tst_openrequests::neverCancelsTheHandshake()
{
    OpenRequests open;
    QVERIFY(!open.isInitializing());
    open.add("1", "line", true);
    open.cancelled("1");
    QVERIFY(open.isInitializing());
    QCOMPARE(open.takeIds(), (QList<QByteArray>{"1"}));
    QVERIFY(!open.isInitializing());
}

void tst_openrequests::takesTheFirstAnswerForTheLaterOfTwoWithOneId()
{
    OpenRequests open;
    open.add("1", "first");
    open.add("1");
    QVERIFY(open.find("1")->line.isEmpty());
    QVERIFY(open.answered("1")->line.isEmpty());
    QVERIFY(!open.isEmpty());
    QCOMPARE(open.answered("1")->line, QByteArray("first"));
    QVERIFY(open.isEmpty());
}

void tst_openrequests::countsWhatItCannotName()
{
    OpenRequests open;
    open.add({});
    open.add("1");
    QVERIFY(open.answered("1"));
    QVERIFY(!open.isEmpty());
    QVERIFY(!open.answered("null"));
    QVERIFY(open.isEmpty());
    QVERIFY(!open.answered("null"));
    QVERIFY(open.isEmpty());
}

void tst_openrequests::takesNothingForAnIdThatTheGatewayRefuses()
{
    OpenRequests open;
    for (const char *id : {"true", "1.0", "1e3", "9223372036854775808", "null"})
        open.add(id);
    QCOMPARE(open.takeIds(), QList<QByteArray>());
}

void tst_openrequests::isBounded()
{
    OpenRequests open;
    for (int i = 0; i < OpenRequests::limit + 5; ++i)
        open.add(QByteArray::number(i));
    QCOMPARE(open.takeIds().size(), OpenRequests::limit);
}

QTEST_GUILESS_MAIN(tst_openrequests)
#include "tst_openrequests.moc"
