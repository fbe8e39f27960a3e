// SPDX-License-Identifier: MIT
#include "gateway/router/callgate.h"

#include <QTest>

#include <memory>

using namespace pasarela;
using namespace std::chrono_literals;

class tst_callgate : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init();

    void letsOneThroughAtATimeInOrder();
    void passesOverAJobWhoseContextDied();
    void startsNothingWhileWaitersAreBeingDestroyed();
    void whoWaitsTooLongIsToldAndPassedOver();
    void refusesWhenTooManyWait();

private:
    bool enter(char name, QObject *context = nullptr, std::chrono::milliseconds within = 1h);

    std::unique_ptr<CallGate> m_gate;
    QObject m_context;
    QByteArray m_ran;
    QByteArray m_late;
};

void tst_callgate::init()
{
    m_gate = std::make_unique<CallGate>();
    m_ran.clear();
    m_late.clear();
}

bool tst_callgate::enter(char name, QObject *context, std::chrono::milliseconds within)
{
    return m_gate->enter(
        context ? context : &m_context, within, [this, name] { m_ran += name; }, [this, name] { m_late += name; });
}

void tst_callgate::letsOneThroughAtATimeInOrder()
{
    for (const char name : {'a', 'b', 'c'})
        QVERIFY(enter(name));
    QCOMPARE(m_ran, QByteArray("a"));
    m_gate->leave();
    QTRY_COMPARE(m_ran, QByteArray("ab"));
    m_gate->leave();
    QTRY_COMPARE(m_ran, QByteArray("abc"));
    m_gate->leave();
    QVERIFY(enter('d'));
    QTRY_COMPARE(m_ran, QByteArray("abcd"));
}

void tst_callgate::passesOverAJobWhoseContextDied()
{
    auto dying = std::make_unique<QObject>();
    QVERIFY(enter('a'));
    QVERIFY(enter('b', dying.get()));
    QVERIFY(enter('c'));
    dying.reset();
    m_gate->leave();
    QTRY_COMPARE(m_ran, QByteArray("ac"));
}

void tst_callgate::startsNothingWhileWaitersAreBeingDestroyed()
{
    auto first = std::make_unique<QObject>();
    auto second = std::make_unique<QObject>();
    QVERIFY(enter('a', first.get()));
    QVERIFY(enter('b', second.get()));
    first.reset();
    m_gate->leave(); // as the end of a request does while a client's other requests still exist
    QCOMPARE(m_ran, QByteArray("a"));
    second.reset();
    QVERIFY(enter('c'));
    QTRY_COMPARE(m_ran, QByteArray("ac"));
}

void tst_callgate::whoWaitsTooLongIsToldAndPassedOver()
{
    QVERIFY(enter('a'));
    QVERIFY(enter('b', nullptr, 1ms));
    QVERIFY(enter('c'));
    QTRY_COMPARE(m_late, QByteArray("b"));
    m_gate->leave();
    QTRY_COMPARE(m_ran, QByteArray("ac"));
}

void tst_callgate::refusesWhenTooManyWait()
{
    QVERIFY(enter('a'));
    for (size_t i = 0; i < CallGate::waitingLimit; ++i)
        QVERIFY(enter('b'));
    QVERIFY(!enter('c'));
}

QTEST_GUILESS_MAIN(tst_callgate)
#include "tst_callgate.moc"
