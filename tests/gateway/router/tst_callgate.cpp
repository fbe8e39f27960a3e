// SPDX-License-Identifier: MIT
#include "gateway/router/callgate.h"

#include <QTest>

#include <memory>

using namespace pasarela;

class tst_callgate : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void letsOneThroughAtATimeInOrder();
    void passesOverAJobWhoseContextDied();
};

void tst_callgate::letsOneThroughAtATimeInOrder()
{
    CallGate gate;
    QByteArray ran;
    QObject context;
    for (const char name : {'a', 'b', 'c'})
        gate.enter(&context, [&ran, name] { ran += name; });
    QCOMPARE(ran, QByteArray("a"));
    gate.leave();
    QCOMPARE(ran, QByteArray("ab"));
    gate.leave();
    gate.leave();
    QCOMPARE(ran, QByteArray("abc"));
    gate.enter(&context, [&ran] { ran += 'd'; });
    QCOMPARE(ran, QByteArray("abcd"));
}

void tst_callgate::passesOverAJobWhoseContextDied()
{
    CallGate gate;
    QByteArray ran;
    QObject context;
    auto dying = std::make_unique<QObject>();
    gate.enter(&context, [&ran] { ran += 'a'; });
    gate.enter(dying.get(), [&ran] { ran += 'b'; });
    gate.enter(&context, [&ran] { ran += 'c'; });
    dying.reset();
    gate.leave();
    QCOMPARE(ran, QByteArray("ac"));
}

QTEST_GUILESS_MAIN(tst_callgate)
#include "tst_callgate.moc"
