// SPDX-License-Identifier: MIT
#include "tests/gateway/bridge/bridgefixture.h"

#include <QTest>

using namespace pasarela;
using namespace pasarela::test;
using namespace std::chrono_literals;

/// spec/link.md, *Replay after a gateway restart* and *Epoch*: a gateway goes, another one comes.
class tst_bridge_restart : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void answersWhatWasInFlightUnderItsOwnIdAndNeverRepeatsIt();
    void answersARequestThatWasHalfSent();
    void endsALineThatTheClientGotHalf();
    void writesNoLineOfItsOwnIntoAnother();

    void replaysTheHandshakeAndTellsTheClientThatListsChanged();
    void replaysTheLogLevelAndOpenSubscriptions();
    void replaysNothingThatWasRefused();
    void replaysNothingToAClientThatSaidNothing();
    void replaysAgainAfterEveryRestart();
    void sendsWhatWaitedAfterTheReplayInOrder();
    void goesOnWithALineThatBeganWithoutAGateway();
    void dropsNotificationsAndLateAnswersWithoutAGateway();
    void endsWithAnErrorWhenTheNewGatewayAgreesOnAnotherVersion();
    void endsWithAnErrorWhenTheReplayIsRefused();
    void reconnectsWhenTheReplayIsNotAnswered();

    void getsAnswersWhileTheGatewayDrainsAndKeepsNewRequestsForTheNext();
    void endsWhenTheGatewayGoesAfterEndOfFile();
};

void tst_bridge_restart::answersWhatWasInFlightUnderItsOwnIdAndNeverRepeatsIt()
{
    BridgeFixture f;
    f.connectWithHandshake();
    const auto answer = f.gateway.answer;
    f.gateway.answer = [](const QByteArray &, const QByteArray &id) {
        return id == "2" ? resultLine(id) : QByteArray();
    };
    f.client->say(request("1") + request("\"1\"") + request("2") + request("-3"));
    QTRY_COMPARE(f.client->output(), resultLine("2"));
    QTRY_COMPARE(f.gateway.lines.size(), 4);
    f.client->takeOutput();
    f.gateway.crash();
    QTRY_COMPARE(idsOfErrors(f, "P-204"), (QList<QByteArray>{"1", "\"1\"", "-3"}));
    f.gateway.answer = answer;
    QVERIFY(f.restartGateway());
    f.client->say(request("9"));
    QTRY_VERIFY(f.client->output().endsWith(resultLine("9")));
    QCOMPARE(f.gateway.methods().count("tools/call"), 1);
}

void tst_bridge_restart::answersARequestThatWasHalfSent()
{
    BridgeFixture f;
    f.connectWithHandshake();
    const QByteArray large = R"({"method":"tools/call","params":{"t":")" + QByteArray(100000, 'x')
        + R"("},"jsonrpc":"2.0","id":5})"
          "\n";
    f.client->say(large.first(70000));
    f.gateway.crash();
    QTRY_COMPARE(f.bridge->state(), Bridge::State::Waiting);
    QVERIFY(f.client->output().isEmpty());
    QVERIFY(f.restartGateway());
    f.client->takeOutput();
    f.client->say(large.sliced(70000) + request("6"));
    QTRY_COMPARE(f.client->lines().size(), 2);
    const auto lost = errorAnswer(f.client->lines().at(0));
    QVERIFY(lost);
    QCOMPARE(lost->id, QByteArray("5"));
    QCOMPARE(lost->dataCode, QStringLiteral("P-204"));
    QCOMPARE(f.client->lines().at(1) + '\n', resultLine("6"));
    QCOMPARE(f.gateway.lines.last(), request("6").chopped(1));
    QCOMPARE(f.gateway.methods().count("tools/call"), 1);
}

void tst_bridge_restart::endsALineThatTheClientGotHalf()
{
    BridgeFixture f;
    f.connectWithHandshake();
    f.gateway.answer = nullptr;
    f.client->say(request("1"));
    QTRY_COMPARE(f.gateway.lines.size(), 1);
    const QByteArray half = resultLine("1", '"' + QByteArray(100000, 'x') + '"').first(90000);
    f.gateway.send(half);
    QTRY_COMPARE(f.client->output().size(), half.size());
    f.gateway.crash();
    QTRY_COMPARE(f.client->lines().size(), 2);
    QCOMPARE(f.client->lines().at(0), half);
    QCOMPARE(errorAnswer(f.client->lines().at(1))->id, QByteArray("1"));
}

void tst_bridge_restart::writesNoLineOfItsOwnIntoAnother()
{
    BridgeFixture f;
    f.connectWithHandshake();
    f.client->say(request("5").first(30));
    f.gateway.crash();
    QTRY_COMPARE(f.bridge->state(), Bridge::State::Waiting);
    QVERIFY(f.restartGateway());
    f.client->takeOutput();
    const QByteArray news = R"({"jsonrpc":"2.0","method":"x","params":{}})"
                            "\n";
    f.gateway.send(news.first(36));
    QTRY_COMPARE(f.client->output().size(), 36);
    f.client->say(request("5").sliced(30)); // is answered by the bridge, for its beginning is lost
    QCOMPARE(f.client->output().size(), 36);
    f.gateway.send(news.sliced(36));
    QTRY_COMPARE(f.client->lines().size(), 2);
    QCOMPARE(f.client->lines().at(0) + '\n', news);
    QCOMPARE(errorAnswer(f.client->lines().at(1))->id, QByteArray("5"));
}

void tst_bridge_restart::replaysTheHandshakeAndTellsTheClientThatListsChanged()
{
    BridgeFixture f;
    f.connectWithHandshake();
    f.gateway.crash();
    QVERIFY(f.restartGateway());
    QTRY_COMPARE(f.gateway.lines.size(), 2);
    // Word by word, but for the id.
    QVERIFY(f.gateway.lines.at(0).startsWith(initializeLine.first(initializeLine.indexOf("\"id\""))));
    QVERIFY(!f.gateway.lines.at(0).contains("\"id\":0}"));
    QCOMPARE(f.gateway.lines.at(1) + '\n', initializedLine);
    QTRY_COMPARE(f.client->lines().size(), 3); // and no answer to what it did not ask
    for (const char *what : {"tools", "prompts", "resources"}) {
        const QByteArray line = QByteArray(R"({"jsonrpc":"2.0","method":"notifications/)") + what + "/list_changed\"}";
        QCOMPARE(f.client->lines().count(line), 1);
    }
    QCOMPARE(f.gateway.hellos.size(), 2);
}

void tst_bridge_restart::replaysTheLogLevelAndOpenSubscriptions()
{
    BridgeFixture f;
    f.connectWithHandshake();
    const auto subscribe = [](const char *id, const char *method, const char *uri) {
        return QByteArray(R"({"method":")") + method + R"(","params":{"uri":")" + uri + R"("},"jsonrpc":"2.0","id":)"
            + id + "}\n";
    };
    f.client->say(R"({"method":"logging/setLevel","params":{"level":"debug"},"jsonrpc":"2.0","id":1})"
                  "\n");
    f.client->say(R"({"method":"logging/setLevel","params":{"level":"error"},"jsonrpc":"2.0","id":2})"
                  "\n");
    f.client->say(subscribe("3", "resources/subscribe", "a:1") + subscribe("4", "resources/subscribe", "a:2")
                  + subscribe("5", "resources/unsubscribe", "a:1"));
    QTRY_COMPARE(f.client->lines().size(), 5);
    f.gateway.crash();
    f.client->takeOutput();
    QVERIFY(f.restartGateway());
    QTRY_COMPARE(f.gateway.lines.size(), 4);
    QCOMPARE(f.gateway.methods(),
             (QList<QByteArray>{"initialize", "notifications/initialized", "logging/setLevel", "resources/subscribe"}));
    QVERIFY(f.gateway.lines.at(2).contains("\"error\""));
    QVERIFY(f.gateway.lines.at(3).contains("a:2"));
    f.client->say(request("6"));
    QTRY_COMPARE(f.client->lines().size(), 4);
    QCOMPARE(f.client->lines().last() + '\n', resultLine("6"));
}

void tst_bridge_restart::replaysNothingThatWasRefused()
{
    BridgeFixture f;
    f.connectWithHandshake();
    const auto answer = f.gateway.answer;
    f.gateway.answer = [](const QByteArray &, const QByteArray &id) {
        return "{\"jsonrpc\":\"2.0\",\"id\":" + id + ",\"error\":{\"code\":-32602,\"message\":\"no\"}}\n";
    };
    f.client->say(R"({"method":"resources/subscribe","params":{"uri":"a:1"},"jsonrpc":"2.0","id":3})"
                  "\n");
    QTRY_COMPARE(f.client->lines().size(), 1);
    f.gateway.answer = nullptr;
    f.client->say(R"({"method":"resources/subscribe","params":{"uri":"a:2"},"jsonrpc":"2.0","id":4})"
                  "\n");
    f.gateway.crash();
    f.gateway.answer = answer;
    QVERIFY(f.restartGateway());
    QCOMPARE(f.gateway.methods().count("resources/subscribe"), 0);
}

void tst_bridge_restart::replaysNothingToAClientThatSaidNothing()
{
    BridgeFixture f;
    f.gateway.start();
    f.start();
    QTRY_VERIFY(f.isUp());
    f.gateway.crash();
    QTRY_COMPARE(f.bridge->state(), Bridge::State::Waiting);
    QVERIFY(f.restartGateway());
    f.client->say(initializeLine);
    QTRY_COMPARE(f.client->lines().size(), 1);
    QCOMPARE(f.gateway.lines, (QList<QByteArray>{initializeLine.chopped(1)}));
}

void tst_bridge_restart::replaysAgainAfterEveryRestart()
{
    BridgeFixture f;
    f.connectWithHandshake();
    for (int i = 1; i <= 3; ++i) {
        f.gateway.crash();
        QTRY_COMPARE(f.bridge->state(), Bridge::State::Waiting);
        QVERIFY(f.restartGateway());
        QTRY_COMPARE(f.client->lines().size(), 3 * i);
        QTRY_COMPARE(f.gateway.methods(), (QList<QByteArray>{"initialize", "notifications/initialized"}));
    }
    f.client->takeOutput();
    f.client->say(request("1"));
    QTRY_COMPARE(f.client->output(), resultLine("1"));
}

void tst_bridge_restart::sendsWhatWaitedAfterTheReplayInOrder()
{
    BridgeFixture f;
    f.connectWithHandshake();
    f.gateway.crash();
    QTRY_COMPARE(f.bridge->state(), Bridge::State::Waiting);
    f.client->say(request("1", "tools/list") + request("2", "ping"));
    QVERIFY(f.restartGateway());
    QTRY_COMPARE(f.gateway.methods(),
                 (QList<QByteArray>{"initialize", "notifications/initialized", "tools/list", "ping"}));
    QTRY_COMPARE(f.client->lines().size(), 5);
}

void tst_bridge_restart::goesOnWithALineThatBeganWithoutAGateway()
{
    BridgeFixture f;
    f.connectWithHandshake();
    f.gateway.crash();
    QTRY_COMPARE(f.bridge->state(), Bridge::State::Waiting);
    f.client->say(request("1").first(20));
    QVERIFY(f.restartGateway());
    f.client->takeOutput();
    f.client->say(request("1").sliced(20) + request("2"));
    QTRY_COMPARE(f.client->output(), resultLine("1") + resultLine("2"));
}

void tst_bridge_restart::dropsNotificationsAndLateAnswersWithoutAGateway()
{
    BridgeFixture f;
    f.connectWithHandshake();
    f.gateway.send(R"({"jsonrpc":"2.0","id":"r41-1","method":"roots/list"})"
                   "\n");
    QTRY_COMPARE(f.client->lines().size(), 1);
    f.client->takeOutput();
    f.gateway.crash();
    QTRY_COMPARE(f.bridge->state(), Bridge::State::Waiting);
    f.client->say(R"({"result":{"roots":[]},"jsonrpc":"2.0","id":"r41-1"})"
                  "\n");
    f.client->say(R"({"method":"notifications/roots/list_changed","jsonrpc":"2.0"})"
                  "\n\n\r\n");
    QVERIFY(f.restartGateway());
    f.client->say(request("1"));
    QTRY_COMPARE(f.gateway.methods(), (QList<QByteArray>{"initialize", "notifications/initialized", "tools/call"}));
}

void tst_bridge_restart::endsWithAnErrorWhenTheNewGatewayAgreesOnAnotherVersion()
{
    BridgeFixture f;
    f.connectWithHandshake();
    f.gateway.crash();
    QTRY_COMPARE(f.bridge->state(), Bridge::State::Waiting);
    f.client->say(request("1") + request("\"2\""));
    f.gateway.version = "2025-06-18";
    f.gateway.start();
    QTRY_COMPARE(f.ended->size(), 1);
    QCOMPARE(f.ended->first().first().toInt(), 1);
    QCOMPARE(idsOfErrors(f, "P-303"), (QList<QByteArray>{"1", "\"2\""}));
    QCOMPARE(f.gateway.methods(), (QList<QByteArray>{"initialize"}));
}

void tst_bridge_restart::endsWithAnErrorWhenTheReplayIsRefused()
{
    BridgeFixture f;
    f.connectWithHandshake();
    f.gateway.crash();
    f.gateway.answer = [](const QByteArray &, const QByteArray &id) {
        return "{\"jsonrpc\":\"2.0\",\"id\":" + id + ",\"error\":{\"code\":-32602,\"message\":\"no\"}}\n";
    };
    f.gateway.start();
    QTRY_COMPARE(f.ended->size(), 1);
    QCOMPARE(f.ended->first().first().toInt(), 1);
}

void tst_bridge_restart::reconnectsWhenTheReplayIsNotAnswered()
{
    BridgeFixture f;
    f.options.times.loss = 50ms;
    f.connectWithHandshake();
    const auto answer = std::exchange(f.gateway.answer, nullptr);
    f.gateway.crash();
    f.gateway.start();
    QTRY_COMPARE(f.gateway.hellos.size(), 2);
    f.client->say(request("1"));
    QTRY_COMPARE(idsOfErrors(f, "P-202"), (QList<QByteArray>{"1"}));
    f.gateway.answer = answer;
    QTRY_VERIFY(f.isUp());
    QVERIFY(f.gateway.hellos.size() > 2);
}

void tst_bridge_restart::getsAnswersWhileTheGatewayDrainsAndKeepsNewRequestsForTheNext()
{
    BridgeFixture f;
    f.connectWithHandshake();
    const auto answer = f.gateway.answer;
    f.gateway.answer = nullptr;
    f.client->say(request("1"));
    QTRY_COMPARE(f.gateway.lines.size(), 1);
    f.gateway.send(link::encode(link::InBand::Draining) + '\n');
    QTRY_COMPARE(f.bridge->state(), Bridge::State::Draining);
    f.client->say(request("2"));
    const QByteArray reply = R"({"result":{},"jsonrpc":"2.0","id":"r41-1"})";
    f.client->say(reply + '\n'); // may be what the call in flight waits for
    QTRY_COMPARE(f.gateway.lines.size(), 2);
    QCOMPARE(f.gateway.lines.last(), reply);
    f.gateway.send(resultLine("1"));
    QTRY_COMPARE(f.client->output(), resultLine("1"));
    f.gateway.crash();
    f.gateway.answer = answer;
    QTRY_COMPARE(f.bridge->state(), Bridge::State::Waiting);
    QVERIFY(f.restartGateway());
    QTRY_VERIFY(f.client->output().contains(resultLine("2")));
    QCOMPARE(f.client->lines().size(), 5);
}

void tst_bridge_restart::endsWhenTheGatewayGoesAfterEndOfFile()
{
    BridgeFixture f;
    f.connectWithHandshake();
    f.gateway.answer = nullptr;
    f.client->say(request("1"));
    f.client->endInput();
    QTRY_COMPARE(f.gateway.lines.size(), 2);
    f.gateway.crash();
    QTRY_COMPARE(f.ended->size(), 1);
    QCOMPARE(idsOfErrors(f, "P-204"), (QList<QByteArray>{"1"}));
}

QTEST_GUILESS_MAIN(tst_bridge_restart)
#include "tst_bridge_restart.moc"
