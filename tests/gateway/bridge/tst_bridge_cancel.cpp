// SPDX-License-Identifier: MIT
#include "tests/gateway/bridge/bridgefixture.h"

#include <QTest>

using namespace pasarela;
using namespace pasarela::test;

/// What the client takes back (MCP 2025-11-25, Cancellation): nobody waits for it, and what was done all the same
/// counts.
class tst_bridge_cancel : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void waitsForNoAnswerThatWasCancelled();
    void doesNotAnswerWhatTheClientCancelled();
    void neverSendsAWaitingRequestThatWasCancelled();
    void replaysWhatWasDoneBeforeItsCancellationCame_data();
    void replaysWhatWasDoneBeforeItsCancellationCame();
    void replaysNothingThatWasCancelledInTime_data();
    void replaysNothingThatWasCancelledInTime();
    void theHandshakeInFlightIsNeverCancelled();
    void theHandshakeIsAnsweredWhenTheGatewayIsLostThoughItWasCancelled();
    void theHandshakeThatWaitsIsNeverCancelled();

private:
    static void addKeptRequests();
};

void tst_bridge_cancel::addKeptRequests()
{
    QTest::addColumn<QByteArray>("line");
    QTest::addColumn<QByteArray>("method");
    const auto row = [](const char *method, const char *params) {
        QTest::newRow(method) << QByteArray(R"({"method":")") + method + R"(","params":)" + params
                + R"(,"jsonrpc":"2.0","id":7})"
                  "\n" << QByteArray(method);
    };
    row("logging/setLevel", R"({"level":"error"})");
    row("resources/subscribe", R"({"uri":"a:1"})");
}

void tst_bridge_cancel::waitsForNoAnswerThatWasCancelled()
{
    BridgeFixture f;
    f.connectWithHandshake();
    f.gateway.answer = nullptr;
    f.client->say(request("\"7\"") + cancelledLine("\"7\""));
    f.client->endInput();
    QTRY_COMPARE(f.ended->size(), 1);
}

void tst_bridge_cancel::doesNotAnswerWhatTheClientCancelled()
{
    BridgeFixture f;
    f.connectWithHandshake();
    f.gateway.answer = nullptr;
    f.client->say(request("1") + request("2") + cancelledLine("1"));
    QTRY_COMPARE(f.gateway.lines.size(), 3);
    f.gateway.crash();
    QTRY_COMPARE(idsOfErrors(f, "P-204"), (QList<QByteArray>{"2"}));
}

void tst_bridge_cancel::neverSendsAWaitingRequestThatWasCancelled()
{
    BridgeFixture f;
    f.connectWithHandshake();
    f.gateway.crash();
    QTRY_COMPARE(f.bridge->state(), Bridge::State::Waiting);
    f.client->say(request("1") + request("2", "ping") + cancelledLine("1"));
    QVERIFY(f.restartGateway());
    QTRY_COMPARE(f.gateway.methods(), (QList<QByteArray>{"initialize", "notifications/initialized", "ping"}));
}

void tst_bridge_cancel::replaysWhatWasDoneBeforeItsCancellationCame_data()
{
    addKeptRequests();
}

void tst_bridge_cancel::replaysWhatWasDoneBeforeItsCancellationCame()
{
    QFETCH(QByteArray, line);
    QFETCH(QByteArray, method);
    BridgeFixture f;
    f.connectWithHandshake();
    const auto answer = std::exchange(f.gateway.answer, nullptr);
    f.client->say(line + cancelledLine("7"));
    QTRY_COMPARE(f.gateway.lines.size(), 2);
    f.gateway.send(resultLine("7")); // as if it had been on its way when the cancellation was sent
    QTRY_COMPARE(f.client->output(), resultLine("7"));
    f.gateway.crash();
    QTRY_COMPARE(f.bridge->state(), Bridge::State::Waiting);
    QCOMPARE(f.client->output(), resultLine("7"));
    f.gateway.answer = answer;
    QVERIFY(f.restartGateway());
    QTRY_COMPARE(f.gateway.methods(), (QList<QByteArray>{"initialize", "notifications/initialized", method}));
}

void tst_bridge_cancel::replaysNothingThatWasCancelledInTime_data()
{
    addKeptRequests();
}

void tst_bridge_cancel::replaysNothingThatWasCancelledInTime()
{
    QFETCH(QByteArray, line);
    BridgeFixture f;
    f.connectWithHandshake();
    const auto answer = std::exchange(f.gateway.answer, nullptr);
    f.client->say(line + cancelledLine("7"));
    QTRY_COMPARE(f.gateway.lines.size(), 2);
    f.gateway.crash();
    QTRY_COMPARE(f.bridge->state(), Bridge::State::Waiting);
    QVERIFY(f.client->output().isEmpty()); // no error: nobody waits
    f.gateway.answer = answer;
    QVERIFY(f.restartGateway());
    f.client->say(request("8", "ping"));
    QTRY_COMPARE(f.gateway.methods(), (QList<QByteArray>{"initialize", "notifications/initialized", "ping"}));
    f.client->say(line + cancelledLine("7"));
    f.gateway.answer = nullptr;
    f.client->endInput();
    QTRY_COMPARE(f.ended->size(), 1);
}

void tst_bridge_cancel::theHandshakeInFlightIsNeverCancelled()
{
    BridgeFixture f;
    f.gateway.start();
    f.start();
    QTRY_VERIFY(f.isUp());
    const auto answer = std::exchange(f.gateway.answer, nullptr);
    f.client->say(initializeLine + cancelledLine("0"));
    QTRY_COMPARE(f.gateway.lines.size(), 2);
    f.gateway.send(answer("initialize", "0"));
    QTRY_COMPARE(f.client->lines().size(), 1);
    f.gateway.answer = answer;
    f.gateway.crash();
    QTRY_COMPARE(f.bridge->state(), Bridge::State::Waiting);
    QVERIFY(f.restartGateway());
    QCOMPARE(f.gateway.methods(), (QList<QByteArray>{"initialize"}));
}

void tst_bridge_cancel::theHandshakeIsAnsweredWhenTheGatewayIsLostThoughItWasCancelled()
{
    BridgeFixture f;
    f.gateway.start();
    f.start();
    QTRY_VERIFY(f.isUp());
    f.gateway.answer = nullptr;
    f.client->say(initializeLine + cancelledLine("0"));
    QTRY_COMPARE(f.gateway.lines.size(), 2);
    f.gateway.crash();
    QTRY_COMPARE(idsOfErrors(f, "P-204"), (QList<QByteArray>{"0"}));
}

void tst_bridge_cancel::theHandshakeThatWaitsIsNeverCancelled()
{
    BridgeFixture f;
    f.start();
    f.client->say(initializeLine + cancelledLine("0"));
    QVERIFY(f.restartGateway());
    QTRY_COMPARE(f.client->lines().size(), 1);
    QVERIFY(f.client->output().contains("protocolVersion"));
}

QTEST_GUILESS_MAIN(tst_bridge_cancel)
#include "tst_bridge_cancel.moc"
