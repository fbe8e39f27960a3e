// SPDX-License-Identifier: MIT
#include "gateway/upstream/pendingcalls.h"

#include <QTest>

using namespace pasarela;
using namespace std::chrono_literals;

class tst_pendingcalls : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void idsArePrefixedStringsThatNeverRepeat();
    void anOpenCallIsFoundByItsId_data();
    void anOpenCallIsFoundByItsId();
    void idsCanBeNumbers();
    void aCallIsTakenOnce();
    void onlyTheOverdueAreTaken();
    void takesAllInTheOrderTheyWereMade();

private:
    static PendingCall call(const QByteArray &token, std::chrono::milliseconds timeout = 1h);
};

PendingCall tst_pendingcalls::call(const QByteArray &token, std::chrono::milliseconds timeout)
{
    PendingCall made;
    made.callerToken = token;
    made.deadline = QDeadlineTimer(timeout);
    return made;
}

void tst_pendingcalls::idsArePrefixedStringsThatNeverRepeat()
{
    PendingCalls calls("run");
    const auto first = calls.nextId();
    QCOMPARE(calls.wireId(first), QByteArray("\"run-1\""));
    calls.add(first, call("1"));
    calls.take(first);
    QCOMPARE(calls.wireId(calls.nextId()), QByteArray("\"run-2\""));
}

void tst_pendingcalls::anOpenCallIsFoundByItsId_data()
{
    QTest::addColumn<QByteArray>("wireId");
    QTest::addColumn<bool>("found");
    QTest::newRow("ours") << QByteArray("\"run-1\"") << true;
    QTest::newRow("with other escapes") << QByteArray("\"r\\u0075n-1\"") << true;
    QTest::newRow("answered already") << QByteArray("\"run-2\"") << false;
    QTest::newRow("never given") << QByteArray("\"run-3\"") << false;
    QTest::newRow("of another run") << QByteArray("\"nur-1\"") << false;
    QTest::newRow("a number") << QByteArray("1") << false;
    QTest::newRow("no number in it") << QByteArray("\"run-x\"") << false;
    QTest::newRow("another spelling of it") << QByteArray("\"run-01\"") << false;
    QTest::newRow("with a sign") << QByteArray("\"run-+1\"") << false;
    QTest::newRow("with a space") << QByteArray("\"run- 1\"") << false;
    QTest::newRow("zero") << QByteArray("\"run-0\"") << false;
    QTest::newRow("too large") << QByteArray("\"run-99999999999999999999\"") << false;
    QTest::newRow("half a string") << QByteArray("\"run-") << false;
    QTest::newRow("null") << QByteArray("null") << false;
    QTest::newRow("nothing") << QByteArray() << false;
}

void tst_pendingcalls::anOpenCallIsFoundByItsId()
{
    QFETCH(QByteArray, wireId);
    QFETCH(bool, found);
    PendingCalls calls("run");
    calls.add(calls.nextId(), call("1"));
    calls.add(calls.nextId(), call("2"));
    calls.take(2);
    QCOMPARE(calls.openCall(wireId), found ? PendingCalls::Id(1) : PendingCalls::Id(0));
}

void tst_pendingcalls::idsCanBeNumbers()
{
    PendingCalls calls("run");
    calls.useNumbers(7000000000000000);
    calls.add(calls.nextId(), call("1"));
    QCOMPARE(calls.wireId(1), QByteArray("7000000000000001"));
    QCOMPARE(calls.openCall("7000000000000001"), PendingCalls::Id(1));
    for (const char *other : {"7000000000000002", "7000000000000000", "1", "-1", "\"run-1\"", "\"7000000000000001\"",
                              "7000000000000001.0", "null", "99999999999999999999999"})
        QCOMPARE(calls.openCall(other), PendingCalls::Id(0));
}

void tst_pendingcalls::aCallIsTakenOnce()
{
    PendingCalls calls("run");
    calls.add(calls.nextId(), call("7"));
    const auto taken = calls.take(1);
    QVERIFY(taken.has_value());
    QCOMPARE(taken->callerToken, QByteArray("7"));
    QVERIFY(!calls.take(1).has_value());
    QVERIFY(calls.isEmpty());
}

void tst_pendingcalls::onlyTheOverdueAreTaken()
{
    PendingCalls calls("run");
    calls.add(calls.nextId(), call("1", 0ms));
    calls.add(calls.nextId(), call("2"));
    calls.add(calls.nextId(), call("3", 0ms));
    const auto expired = calls.takeExpired();
    QCOMPARE(expired.size(), size_t(2));
    QCOMPARE(expired[0].second.callerToken, QByteArray("1"));
    QCOMPARE(expired[1].second.callerToken, QByteArray("3"));
    QCOMPARE(calls.count(), 1);
    QCOMPARE(calls.at(2).callerToken, QByteArray("2"));
    QVERIFY(!calls.nextDeadline().isForever());
    calls.take(2);
    QVERIFY(calls.nextDeadline().isForever());
}

void tst_pendingcalls::takesAllInTheOrderTheyWereMade()
{
    PendingCalls calls("run");
    for (const char *token : {"5", "4", "3"})
        calls.add(calls.nextId(), call(token));
    QByteArrayList tokens;
    for (const PendingCall &taken : calls.takeAll())
        tokens.append(taken.callerToken);
    QCOMPARE(tokens, QByteArrayList({"5", "4", "3"}));
    QVERIFY(calls.isEmpty());
}

QTEST_GUILESS_MAIN(tst_pendingcalls)
#include "tst_pendingcalls.moc"
