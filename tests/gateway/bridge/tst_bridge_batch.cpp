// SPDX-License-Identifier: MIT
#include "tests/gateway/bridge/bridgefixture.h"

#include <QTest>

using namespace pasarela;
using namespace pasarela::test;
using namespace std::chrono_literals;

namespace {

const QByteArray noteLine = "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/x\"}\n";
const QByteArray replyLine = "{\"result\":{},\"jsonrpc\":\"2.0\",\"id\":\"r41-1\"}\n";

/// The messages of `lines` as one batch.
QByteArray batchLine(const QByteArray &lines)
{
    return '[' + lines.trimmed().replace('\n', ',') + "]\n";
}

QByteArray refusalLine(const QByteArray &id)
{
    return "{\"jsonrpc\":\"2.0\",\"id\":" + id + ",\"error\":{\"code\":-32600,\"message\":\"no\"}}\n";
}

} // namespace

/// Batches (rule J3): the gateway of 2025-03-26 answers each message of a batch by itself, any other refuses it whole.
class tst_bridge_batch : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void passesABatchOnAsItStands();
    void deliversEveryAnswerToABatchAfterEndOfFile();
    void awaitsTheAnswersToABatchSentBehindTheHandshake();
    void awaitsTheAnswerToWhatIsNoMessageInABatch();
    void awaitsNothingForABatchThatAsksNothing();
    void awaitsOneAnswerToABatchThatIsRefusedWhole_data();
    void awaitsOneAnswerToABatchThatIsRefusedWhole();
    void awaitsOneAnswerToABatchThatHoldsTheHandshake();
    void awaitsTheAnswersToAnIdThatIsOpenAlready();
    void answersEachOfABatchInFlightWhenTheGatewayIsLost();
    void answersEachOfABatchThatWasHalfSent();
    void answersEachOfAWaitingBatchWhenNoGatewayComes_data();
    void answersEachOfAWaitingBatchWhenNoGatewayComes();
    void answersEachOfABatchAtOnceWhileRefusing();
    void answersEachOfABatchThatIsTooMuchToKeep();
    void answersWhatOfABatchIsTooManyToKeep();
    void sendsAWaitingBatchAsItsRequests();
    void passesOnWhatOfABatchIsForAGatewayThatDrains();
    void takesACancellationInABatch();
    void neverSendsARequestOfAWaitingBatchThatWasCancelled();
    void replaysWhatWasAskedInABatch();

private:
    static void connectWith(BridgeFixture &f, const QByteArray &version = "2025-03-26")
    {
        f.gateway.version = version;
        f.connectWithHandshake();
    }
    static void loseGateway(BridgeFixture &f)
    {
        f.gateway.crash();
        QTRY_COMPARE(f.bridge->state(), Bridge::State::Waiting);
    }
};

void tst_bridge_batch::passesABatchOnAsItStands()
{
    BridgeFixture f;
    connectWith(f);
    const QByteArray batch = batchLine(request("1") + noteLine + replyLine);
    f.client->say(batch.first(40));
    f.client->say(batch.sliced(40) + request("2"));
    QTRY_COMPARE(f.gateway.lines, (QList<QByteArray>{batch.chopped(1), request("2").chopped(1)}));
}

void tst_bridge_batch::deliversEveryAnswerToABatchAfterEndOfFile()
{
    BridgeFixture f;
    connectWith(f);
    f.client->say(batchLine(request("1") + noteLine + request("\"2\"") + replyLine + request("3")));
    f.client->endInput();
    QTRY_COMPARE(f.gateway.lines.size(), 2);
    QByteArray answers;
    for (const char *id : {"3", "1", "\"2\""}) {
        QVERIFY(f.ended->isEmpty());
        f.gateway.send(resultLine(id));
        answers += resultLine(id);
        QTRY_COMPARE(f.client->output(), answers);
    }
    QTRY_COMPARE(f.ended->size(), 1);
}

void tst_bridge_batch::awaitsTheAnswersToABatchSentBehindTheHandshake()
{
    BridgeFixture f;
    f.gateway.answer = nullptr;
    f.start();
    f.client->say(initializeLine + batchLine(request("1") + request("2")));
    f.client->endInput();
    f.gateway.start();
    QTRY_COMPARE(f.gateway.lines.size(), 3);
    QCOMPARE(f.gateway.lines.at(1), batchLine(request("1") + request("2")).chopped(1));
    f.gateway.send(resultLine("0", R"({"protocolVersion":"2025-03-26"})") + resultLine("1"));
    QTRY_COMPARE(f.client->lines().size(), 2);
    QVERIFY(f.ended->isEmpty());
    f.gateway.send(resultLine("2"));
    QTRY_COMPARE(f.ended->size(), 1);
    QCOMPARE(f.client->lines().size(), 3);
}

void tst_bridge_batch::awaitsTheAnswerToWhatIsNoMessageInABatch()
{
    BridgeFixture f;
    connectWith(f);
    f.client->say(batchLine("5\n" + request("1") + batchLine(request("2"))));
    f.client->endInput();
    QTRY_COMPARE(f.gateway.lines.size(), 2);
    f.gateway.send(refusalLine("null") + resultLine("1"));
    QTRY_COMPARE(f.client->lines().size(), 2);
    QVERIFY(f.ended->isEmpty());
    f.gateway.send(refusalLine("null"));
    QTRY_COMPARE(f.ended->size(), 1);
}

void tst_bridge_batch::awaitsNothingForABatchThatAsksNothing()
{
    BridgeFixture f;
    connectWith(f);
    f.client->say(batchLine(noteLine + replyLine));
    f.client->endInput();
    QCOMPARE(f.ended->size(), 1);
    f.bridge.reset();
    QTRY_COMPARE(f.gateway.lines.size(), 2); // nothing was lost
}

void tst_bridge_batch::awaitsOneAnswerToABatchThatIsRefusedWhole_data()
{
    QTest::addColumn<QByteArray>("version");
    QTest::addColumn<QByteArray>("line");
    const QByteArray batch = batchLine(request("1") + request("2"));
    for (const char *version : {"2024-11-05", "2025-06-18", "2025-11-25"})
        QTest::newRow(version) << QByteArray(version) << batch;
    QTest::newRow("only notifications, where there are no batches") << QByteArray("2025-11-25") << batchLine(noteLine);
    QTest::newRow("empty") << QByteArray("2025-03-26") << QByteArray("[]\n");
    QTest::newRow("broken") << QByteArray("2025-03-26") << batch.chopped(2) + '\n';
    QTest::newRow("too many") << QByteArray("2025-03-26") << batchLine(noteLine.repeated(101));
}

void tst_bridge_batch::awaitsOneAnswerToABatchThatIsRefusedWhole()
{
    QFETCH(QByteArray, version);
    QFETCH(QByteArray, line);
    BridgeFixture f;
    connectWith(f, version);
    f.client->say(line);
    f.client->endInput();
    QTRY_COMPARE(f.gateway.lines.size(), 2);
    QVERIFY(f.ended->isEmpty());
    f.gateway.send(refusalLine("null"));
    QTRY_COMPARE(f.ended->size(), 1);
    QCOMPARE(f.client->output(), refusalLine("null"));
}

void tst_bridge_batch::awaitsOneAnswerToABatchThatHoldsTheHandshake()
{
    BridgeFixture f;
    f.gateway.start();
    f.start();
    QTRY_VERIFY(f.isUp());
    f.client->say(batchLine(initializeLine + request("1")));
    f.client->endInput();
    QTRY_COMPARE(f.gateway.lines.size(), 2);
    QVERIFY(f.ended->isEmpty());
    f.gateway.send(refusalLine("null")); // no revision has been agreed on yet
    QTRY_COMPARE(f.ended->size(), 1);
}

void tst_bridge_batch::awaitsTheAnswersToAnIdThatIsOpenAlready()
{
    BridgeFixture f;
    connectWith(f);
    f.gateway.answer = nullptr;
    f.client->say(request("1") + batchLine(request("1") + request("2")));
    f.client->endInput();
    QTRY_COMPARE(f.gateway.lines.size(), 3);
    f.gateway.send(refusalLine("1") + resultLine("2")); // the second of the two is refused at once
    QTRY_COMPARE(f.client->lines().size(), 2);
    QVERIFY(f.ended->isEmpty());
    f.gateway.send(resultLine("1"));
    QTRY_COMPARE(f.ended->size(), 1);
    QVERIFY(f.client->output().endsWith(resultLine("1")));
}

void tst_bridge_batch::answersEachOfABatchInFlightWhenTheGatewayIsLost()
{
    BridgeFixture f;
    connectWith(f);
    f.client->say(batchLine(request("1") + noteLine + request("\"1\"") + replyLine + request("3")) + request("4"));
    QTRY_COMPARE(f.client->output(), resultLine("4"));
    f.gateway.send(resultLine("\"1\""));
    QTRY_COMPARE(f.client->lines().size(), 2);
    f.client->takeOutput();
    loseGateway(f);
    QCOMPARE(idsOfErrors(f, "P-204"), (QList<QByteArray>{"1", "3"}));
    QVERIFY(f.restartGateway());
    f.client->say(request("9"));
    QTRY_VERIFY(f.client->output().endsWith(resultLine("9")));
    QCOMPARE(f.gateway.methods().count("tools/call"), 1); // none is repeated
}

void tst_bridge_batch::answersEachOfABatchThatWasHalfSent()
{
    BridgeFixture f;
    connectWith(f);
    const QByteArray batch = batchLine(request("1") + request("2"));
    f.client->say(batch.first(batch.size() / 2));
    loseGateway(f);
    f.client->say(batch.sliced(batch.size() / 2));
    QCOMPARE(idsOfErrors(f, "P-204"), (QList<QByteArray>{"1", "2"}));
}

void tst_bridge_batch::answersEachOfAWaitingBatchWhenNoGatewayComes_data()
{
    QTest::addColumn<QByteArray>("version"); // none: there never was a gateway
    for (const char *version : {"2025-03-26", "2025-11-25", ""})
        QTest::addRow("agreed on: %s", version) << QByteArray(version);
}

void tst_bridge_batch::answersEachOfAWaitingBatchWhenNoGatewayComes()
{
    QFETCH(QByteArray, version);
    BridgeFixture f;
    bool mayEnd = false;
    f.options.times.start = 1ms;
    f.options.times.loss = 1ms;
    f.options.holdUntil = [&]() -> std::optional<QDateTime> {
        return mayEnd ? std::nullopt : std::optional(QDateTime::currentDateTimeUtc().addMSecs(1));
    };
    if (version.isEmpty()) {
        f.start();
    } else {
        connectWith(f, version);
        loseGateway(f);
    }
    f.client->say(batchLine(request("1") + noteLine + request("2")) + batchLine(noteLine) + "[]\n" + request("3"));
    QVERIFY(f.client->output().isEmpty());
    mayEnd = true;
    QTRY_COMPARE(idsOfErrors(f, "P-201"), (QList<QByteArray>{"1", "2", "3"}));
    f.client->endInput();
    QCOMPARE(f.ended->size(), 1);
}

void tst_bridge_batch::answersEachOfABatchAtOnceWhileRefusing()
{
    BridgeFixture f;
    f.options.times.start = 1ms;
    f.start();
    QTRY_COMPARE(f.bridge->state(), Bridge::State::Refusing);
    f.client->say(batchLine(request("1") + noteLine + request("\"2\"")));
    QCOMPARE(idsOfErrors(f, "P-201"), (QList<QByteArray>{"1", "\"2\""}));
}

void tst_bridge_batch::answersEachOfABatchThatIsTooMuchToKeep()
{
    BridgeFixture f;
    connectWith(f);
    loseGateway(f);
    const QByteArray large = R"({"method":"tools/call","params":{"t":")" + QByteArray(1024 * 1024 - 300, 'x')
        + R"("},"jsonrpc":"2.0","id":1})"
          "\n";
    f.client->say(large + batchLine(request("2") + request("3") + request("4") + request("5") + request("6")));
    QCOMPARE(idsOfErrors(f, "P-301"), (QList<QByteArray>{"2", "3", "4", "5", "6"}));
}

void tst_bridge_batch::answersWhatOfABatchIsTooManyToKeep()
{
    BridgeFixture f;
    connectWith(f);
    loseGateway(f);
    f.client->say(QByteArray("{\"method\":\"ping\",\"id\":0}\n").repeated(WaitingLines::countLimit - 1));
    f.client->say(batchLine(request("1") + request("2") + noteLine + request("3")));
    QCOMPARE(idsOfErrors(f, "P-301"), (QList<QByteArray>{"2", "3"}));
}

void tst_bridge_batch::sendsAWaitingBatchAsItsRequests()
{
    BridgeFixture f;
    connectWith(f);
    loseGateway(f);
    f.client->say(request("1") + batchLine(request("2") + noteLine + request("3", "ping") + replyLine) + request("4"));
    QVERIFY(f.restartGateway());
    QTRY_COMPARE(f.gateway.methods(),
                 (QList<QByteArray>{"initialize", "notifications/initialized", "tools/call", "tools/call", "ping",
                                    "tools/call"}));
    QTRY_VERIFY(f.client->output().contains(resultLine("1") + resultLine("2") + resultLine("3") + resultLine("4")));
    f.client->endInput();
    QTRY_COMPARE(f.ended->size(), 1);
}

void tst_bridge_batch::passesOnWhatOfABatchIsForAGatewayThatDrains()
{
    BridgeFixture f;
    connectWith(f);
    f.gateway.send(link::encode(link::InBand::Draining) + '\n');
    QTRY_COMPARE(f.bridge->state(), Bridge::State::Draining);
    f.client->say(batchLine(request("1") + replyLine));
    QTRY_COMPARE(f.gateway.lines.size(), 1);
    QCOMPARE(f.gateway.lines.first().trimmed(), replyLine.trimmed());
    loseGateway(f);
    QVERIFY(f.restartGateway());
    QTRY_VERIFY(f.client->output().contains(resultLine("1")));
}

void tst_bridge_batch::takesACancellationInABatch()
{
    BridgeFixture f;
    connectWith(f);
    f.gateway.answer = nullptr;
    f.client->say(batchLine(request("1") + request("2")) + batchLine(cancelledLine("1") + request("3")));
    QTRY_COMPARE(f.gateway.lines.size(), 2);
    loseGateway(f);
    QCOMPARE(idsOfErrors(f, "P-204"), (QList<QByteArray>{"2", "3"}));
}

void tst_bridge_batch::neverSendsARequestOfAWaitingBatchThatWasCancelled()
{
    BridgeFixture f;
    connectWith(f);
    loseGateway(f);
    f.client->say(batchLine(request("1") + request("2", "ping")) + batchLine(cancelledLine("1")));
    QVERIFY(f.restartGateway());
    QTRY_COMPARE(f.gateway.methods(), (QList<QByteArray>{"initialize", "notifications/initialized", "ping"}));
}

void tst_bridge_batch::replaysWhatWasAskedInABatch()
{
    BridgeFixture f;
    connectWith(f);
    f.client->say(batchLine(R"({"method":"logging/setLevel","params":{"level":"error"},"jsonrpc":"2.0","id":1})"
                            "\n"
                            R"({"method":"resources/subscribe","params":{"uri":"a:1"},"jsonrpc":"2.0","id":2})"));
    QTRY_COMPARE(f.gateway.lines.size(), 1);
    f.gateway.send(resultLine("2") + resultLine("1"));
    QTRY_COMPARE(f.client->lines().size(), 2);
    loseGateway(f);
    QVERIFY(f.restartGateway());
    QTRY_COMPARE(
        f.gateway.methods(),
        (QList<QByteArray>{"initialize", "notifications/initialized", "logging/setLevel", "resources/subscribe"}));
    QVERIFY(f.gateway.lines.last().contains("a:1"));
}

QTEST_GUILESS_MAIN(tst_bridge_batch)
#include "tst_bridge_batch.moc"
