// SPDX-License-Identifier: MIT
#include "tests/gateway/bridge/bridgefixture.h"

#include "gateway/base/jsonscanner.h"

#include <QTest>

using namespace pasarela;
using namespace pasarela::test;
using namespace std::chrono_literals;

/// spec/link.md while there is a gateway: lines, limits, end of file. What happens without one: tst_bridge_nogateway.
class tst_bridge : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void saysWhoItIsInItsFirstLine();
    void carriesLinesBothWaysUntouched();
    void carriesTheGatewaysOwnRequestsAndTheirAnswers();
    void forwardsGarbageForTheGatewayToAnswer();
    void forwardsARequestWhoseIdIsOverTheLimit();
    void carriesALineOfAnySizeInPieces();
    void carriesLinesWhereverTheyAreCut();
    void aClientsLineIsNeverTheLinksOwn_data();
    void aClientsLineIsNeverTheLinksOwn();
    void stopsReadingTheGatewayWhileTheClientTakesNothing();
    void stopsReadingTheClientWhileTheGatewayTakesNothing();
    void neverLimitsACall();
    void neverLimitsACallWhileTheGatewayDrains();
    void tellsTheGatewayThatTheInputEnded();
    void endsAtOnceAtEndOfFileWhenNothingIsOpen();
    void deliversTheAnswersInFlightAfterEndOfFile();
    void endsWithoutTheAnswersThatDoNotCome();
    void takesALastLineWithoutItsEnd();
    void waitsAtEndOfFileForTheAnswerToGarbage();
    void deliversWhatTheClientHasNotReadAtEndOfFile();
    void endsWhenTheClientTakesNoOutput();
};

void tst_bridge::saysWhoItIsInItsFirstLine()
{
    BridgeFixture f;
    f.gateway.start();
    f.start();
    QTRY_VERIFY(f.isUp());
    QCOMPARE(f.gateway.hellos.size(), 1);
    const auto hello = link::decodeHello(f.gateway.hellos.first());
    QVERIFY(hello.ok());
    QCOMPARE(hello->link, 1);
    QCOMPARE(hello->client, QStringLiteral("claude-desktop"));
    QCOMPARE(hello->project, QStringLiteral("/work"));
    QCOMPARE(hello->processId, 4711);
    QCOMPARE(hello->programVersion, QStringLiteral("1.2"));
    QVERIFY(f.client->output().isEmpty());
}

void tst_bridge::carriesLinesBothWaysUntouched()
{
    BridgeFixture f;
    f.connectWithHandshake();
    f.gateway.answer = nullptr;
    const QList<QByteArray> fromClient = {
        R"({"method":"tools/call","params":{"n":1.0,"big":12345678901234567890,"t":"\u00e9\/ñ"},"jsonrpc":"2.0","id":"a"})",
        R"({  "jsonrpc": "2.0",	"method":"notifications/x" })",
    };
    f.client->say(fromClient.join('\n') + "\r\n");
    QTRY_COMPARE(f.gateway.lines.size(), 2);
    QCOMPARE(f.gateway.lines.at(0), fromClient.at(0));
    QCOMPARE(f.gateway.lines.at(1), fromClient.at(1) + '\r');
    const QByteArray fromGateway = R"({"jsonrpc":"2.0","id":"a","result":{"t":"\u00e9\/ñ","n":1.0}})"
                                   "\n"
                                   R"({"jsonrpc":"2.0","method":"notifications/progress","params":{ }})"
                                   "\n";
    f.gateway.send(fromGateway);
    QTRY_COMPARE(f.client->output(), fromGateway);
}

void tst_bridge::carriesTheGatewaysOwnRequestsAndTheirAnswers()
{
    BridgeFixture f;
    f.connectWithHandshake();
    const QByteArray question = R"({"jsonrpc":"2.0","id":"r41-1","method":"roots/list"})"
                                "\n";
    f.gateway.send(question);
    QTRY_COMPARE(f.client->output(), question);
    const QByteArray reply = R"({"result":{"roots":[]},"jsonrpc":"2.0","id":"r41-1"})";
    f.client->say(reply + '\n');
    QTRY_COMPARE(f.gateway.lines, (QList<QByteArray>{reply}));
}

void tst_bridge::forwardsGarbageForTheGatewayToAnswer()
{
    BridgeFixture f;
    f.connectWithHandshake();
    f.client->say("hello\n[]\n{\"id\":\n" + request("1"));
    QTRY_COMPARE(f.gateway.lines.size(), 4);
    QCOMPARE(f.gateway.lines.first(3), (QList<QByteArray>{"hello", "[]", "{\"id\":"}));
    QTRY_COMPARE(f.client->output(), resultLine("1"));
}

void tst_bridge::forwardsARequestWhoseIdIsOverTheLimit()
{
    BridgeFixture f;
    f.connectWithHandshake();
    const QByteArray id = '"' + QByteArray(5000, 'i') + '"';
    f.client->say(request(id) + request("2"));
    QTRY_COMPARE(f.gateway.lines.size(), 2);
    f.gateway.send(resultLine(id));
    QTRY_COMPARE(f.client->output(), resultLine("2") + resultLine(id));
}

void tst_bridge::carriesALineOfAnySizeInPieces()
{
    BridgeFixture f;
    f.connectWithHandshake();
    const QByteArray text(8 * 1024 * 1024, 'x');
    const QByteArray line = R"({"method":"tools/call","params":{"t":")" + text + R"("},"jsonrpc":"2.0","id":1})";
    f.gateway.keepLines = false;
    f.gateway.received = 0;
    qint64 largestQueue = 0;
    for (qsizetype at = 0; at < line.size(); at += FakeClient::chunk) {
        QTRY_VERIFY(!f.client->isPaused());
        f.client->say(line.sliced(at, qMin(FakeClient::chunk, line.size() - at)));
        largestQueue = qMax(largestQueue, f.bridge->bytesQueuedForGateway());
    }
    f.client->say("\n");
    QTRY_COMPARE(f.gateway.received, line.size() + 1);
    QVERIFY(largestQueue <= Bridge::queueLimit + FakeClient::chunk);
    const QByteArray reply = resultLine("1", '"' + text + '"');
    f.gateway.send(reply);
    QTRY_COMPARE(f.client->output().size(), reply.size());
    QVERIFY(f.client->output() == reply);
}

void tst_bridge::carriesLinesWhereverTheyAreCut()
{
    BridgeFixture f;
    f.connectWithHandshake();
    QByteArray all;
    for (int i = 0; i < 50; ++i)
        all += request(QByteArray::number(i)) + "{\"method\":\"notifications/x\",\"jsonrpc\":\"2.0\"}\n";
    for (qsizetype at = 0, size = 1; at < all.size(); at += size, size = size % 13 + 1)
        f.client->say(all.sliced(at, qMin(size, all.size() - at)));
    QTRY_COMPARE(f.client->lines().size(), 50);
    QList<QByteArray> arrived;
    for (const QByteArray &line : std::as_const(f.gateway.lines))
        arrived.append(line.trimmed()); // one of which little had come may have white space before it
    QCOMPARE(arrived, all.chopped(1).split('\n'));
}

void tst_bridge::aClientsLineIsNeverTheLinksOwn_data()
{
    QTest::addColumn<qsizetype>("piece");
    QTest::addColumn<bool>("early");
    for (const qsizetype piece : {1, 7, 1000}) {
        QTest::addRow("in pieces of %d", int(piece)) << piece << false;
        QTest::addRow("in pieces of %d, before there is a gateway", int(piece)) << piece << true;
    }
}

void tst_bridge::aClientsLineIsNeverTheLinksOwn()
{
    QFETCH(qsizetype, piece);
    QFETCH(bool, early);
    BridgeFixture f;
    if (early)
        f.start();
    else
        f.connectWithHandshake();
    const QList<QByteArray> said = {R"({"jsonrpc":"2.0","method":"notifications/x"})", link::encode(link::InBand::Eof),
                                    link::encode(link::InBand::Draining),
                                    R"({"pasarelaLink":"eof","jsonrpc":"2.0","id":7,"method":"tools/list"})"};
    const QByteArray all = said.join('\n') + '\n';
    for (qsizetype at = 0; at < all.size(); at += piece)
        f.client->say(all.sliced(at, qMin(piece, all.size() - at)));
    if (early)
        f.gateway.start();
    QTRY_COMPARE(f.gateway.lines.size(), said.size());
    for (int i = 0; i < said.size(); ++i) {
        QCOMPARE(f.gateway.lines.at(i).trimmed(), said.at(i));
        QCOMPARE(int(link::inBandLine(f.gateway.lines.at(i))), int(link::InBand::None));
    }
    QTRY_VERIFY(f.client->output().contains(R"("id":7)")); // and the link goes on
}

void tst_bridge::stopsReadingTheGatewayWhileTheClientTakesNothing()
{
    BridgeFixture f;
    f.connectWithHandshake();
    f.client->stopReading();
    const QByteArray news = R"({"jsonrpc":"2.0","method":"x","params":")" + QByteArray(1024, 'x') + "\"}\n";
    const int count = 20 * 1024;
    for (int i = 0; i < count; ++i)
        f.gateway.send(news);
    QTRY_VERIFY(f.client->bytesQueued() > Bridge::queueLimit);
    f.client->say(request("1")); // and answers cannot overtake
    QTRY_COMPARE(f.gateway.lines.size(), 1);
    QVERIFY(f.gateway.bytesQueued() > 0);
    QVERIFY(f.client->bytesQueued() <= Bridge::queueLimit + 2 * FakeClient::chunk);
    f.client->readAgain();
    QTRY_COMPARE(f.client->output().size(), count * news.size() + resultLine("1").size());
}

void tst_bridge::stopsReadingTheClientWhileTheGatewayTakesNothing()
{
    BridgeFixture f;
    f.connectWithHandshake();
    f.gateway.keepLines = false;
    f.gateway.received = 0;
    f.gateway.stopReading();
    const QByteArray note = R"({"jsonrpc":"2.0","method":"x","params":")" + QByteArray(60000, 'x') + "\"}\n";
    qint64 sent = 0;
    while (!f.client->isPaused()) {
        f.client->say(note);
        sent += note.size();
        QVERIFY(sent < 100 * 1024 * 1024);
    }
    QVERIFY(f.bridge->bytesQueuedForGateway() > Bridge::queueLimit);
    QVERIFY(f.bridge->bytesQueuedForGateway() <= Bridge::queueLimit + FakeClient::chunk);
    f.gateway.readAgain();
    QTRY_VERIFY(!f.client->isPaused());
    QTRY_COMPARE(f.gateway.received, sent);
}

void tst_bridge::neverLimitsACall()
{
    BridgeFixture f;
    f.options.times.start = f.options.times.loss = f.options.times.welcome = f.options.times.endOfFile = 20ms;
    f.gateway.start();
    f.start();
    QTRY_VERIFY(f.isUp());
    f.gateway.answer = nullptr;
    f.client->say(request("\"slow\""));
    QTRY_COMPARE(f.gateway.lines.size(), 1);
    // Another bridge, whose waits are as long and began later, has ended them all.
    BridgeFixture other;
    other.options.times = f.options.times;
    other.gateway.welcome.clear();
    other.gateway.start();
    other.start();
    other.client->say(request("1"));
    QTRY_COMPARE(idsOfErrors(other, "P-202"), (QList<QByteArray>{"1"}));
    QTRY_VERIFY(other.gateway.hellos.size() > 1);
    QVERIFY(f.isUp());
    QVERIFY(f.client->output().isEmpty());
    f.gateway.send(resultLine("\"slow\""));
    QTRY_COMPARE(f.client->output(), resultLine("\"slow\""));
    QCOMPARE(f.gateway.hellos.size(), 1);
}

void tst_bridge::neverLimitsACallWhileTheGatewayDrains()
{
    BridgeFixture f;
    f.options.times.loss = 1ms;
    f.connectWithHandshake();
    f.gateway.answer = nullptr;
    f.client->say(request("\"slow\""));
    QTRY_COMPARE(f.gateway.lines.size(), 1);
    f.gateway.send(link::encode(link::InBand::Draining) + '\n');
    QTRY_COMPARE(f.bridge->state(), Bridge::State::Draining);
    f.client->say(request("1"));
    QTRY_COMPARE(idsOfErrors(f, "P-201"), (QList<QByteArray>{"1"})); // it does not wait longer for a gateway
    f.client->takeOutput();
    f.gateway.send(resultLine("\"slow\""));
    QTRY_COMPARE(f.client->output(), resultLine("\"slow\""));
}

void tst_bridge::tellsTheGatewayThatTheInputEnded()
{
    BridgeFixture f;
    f.connectWithHandshake();
    f.gateway.answer = nullptr;
    f.client->say(request("1"));
    f.client->endInput();
    QTRY_COMPARE(f.gateway.lines.size(), 2);
    QCOMPARE(f.gateway.lines.last(), link::encode(link::InBand::Eof));
}

void tst_bridge::endsAtOnceAtEndOfFileWhenNothingIsOpen()
{
    BridgeFixture f;
    f.connectWithHandshake();
    f.client->say("{\"jsonrpc\":\"2.0\",\"method\":\"notifications/x\"}\n");
    f.client->endInput();
    QTRY_COMPARE(f.ended->size(), 1);
    QCOMPARE(f.ended->first().first().toInt(), 0);
    f.bridge.reset();
    QTRY_COMPARE(f.gateway.lines.size(), 2); // nothing was lost
}

void tst_bridge::deliversTheAnswersInFlightAfterEndOfFile()
{
    BridgeFixture f;
    f.connectWithHandshake();
    f.gateway.answer = nullptr;
    f.client->say(request("1") + request("2"));
    f.client->endInput();
    QTRY_COMPARE(f.gateway.lines.size(), 3);
    QVERIFY(f.ended->isEmpty());
    f.gateway.send(resultLine("2"));
    QTRY_COMPARE(f.client->output(), resultLine("2"));
    QVERIFY(f.ended->isEmpty());
    f.gateway.send(resultLine("1"));
    QTRY_COMPARE(f.ended->size(), 1);
    QCOMPARE(f.client->output(), resultLine("2") + resultLine("1"));
    QCOMPARE(f.ended->first().first().toInt(), 0);
}

void tst_bridge::endsWithoutTheAnswersThatDoNotCome()
{
    QCOMPARE(BridgeTimes().endOfFile, 1500ms);
    BridgeFixture f;
    f.options.times.endOfFile = 30ms;
    f.connectWithHandshake();
    f.gateway.answer = nullptr;
    f.client->say(request("1"));
    f.client->endInput();
    QTRY_COMPARE(f.ended->size(), 1);
    QCOMPARE(f.ended->first().first().toInt(), 0);
    QCOMPARE(f.client->output(), QByteArray());
}

void tst_bridge::takesALastLineWithoutItsEnd()
{
    BridgeFixture f;
    f.connectWithHandshake();
    f.client->say(request("1").chopped(1));
    f.client->endInput();
    QTRY_COMPARE(f.ended->size(), 1);
    QCOMPARE(f.client->output(), resultLine("1"));
    QCOMPARE(f.gateway.lines, (QList<QByteArray>{request("1").chopped(1), link::encode(link::InBand::Eof)}));
}

void tst_bridge::waitsAtEndOfFileForTheAnswerToGarbage()
{
    BridgeFixture f;
    f.connectWithHandshake();
    f.client->say("garbage\n");
    f.client->endInput();
    QTRY_COMPARE(f.gateway.lines.size(), 2);
    QVERIFY(f.ended->isEmpty());
    const QByteArray answer = R"({"jsonrpc":"2.0","id":null,"error":{"code":-32700,"message":"x"}})"
                              "\n";
    f.gateway.send(answer);
    QTRY_COMPARE(f.ended->size(), 1);
    QCOMPARE(f.client->output(), answer);
}

void tst_bridge::deliversWhatTheClientHasNotReadAtEndOfFile()
{
    BridgeFixture f;
    f.connectWithHandshake();
    f.client->stopReading();
    f.client->say(request("1"));
    f.client->endInput();
    QTRY_VERIFY(f.client->bytesQueued() > 0);
    QVERIFY(f.ended->isEmpty());
    f.client->readAgain();
    QTRY_COMPARE(f.ended->size(), 1);
    QCOMPARE(f.client->output(), resultLine("1"));
}

void tst_bridge::endsWhenTheClientTakesNoOutput()
{
    BridgeFixture f;
    f.connectWithHandshake();
    f.gateway.answer = nullptr;
    f.client->say(request("1"));
    f.client->goAway();
    QCOMPARE(f.ended->size(), 1);
    QCOMPARE(f.ended->first().first().toInt(), 0);
}

QTEST_GUILESS_MAIN(tst_bridge)
#include "tst_bridge.moc"
