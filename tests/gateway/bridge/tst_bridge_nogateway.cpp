// SPDX-License-Identifier: MIT
#include "tests/gateway/bridge/bridgefixture.h"

#include <QTest>

using namespace pasarela;
using namespace pasarela::test;
using namespace std::chrono_literals;

/// spec/link.md, *No gateway*: starting one, waiting, answering for it, and ending without it.
class tst_bridge_nogateway : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void startsAGatewayThatIsNotThere();
    void startsNoneWhileOneIsThere();
    void keepsTheClientsLinesUntilTheGatewayComes();
    void answersEveryWaitingRequestWhenNoGatewayComes_data();
    void answersEveryWaitingRequestWhenNoGatewayComes();
    void answersAtOnceAfterwardsAndConnectsWhenTheGatewayComes();
    void saysAtOnceWhyThereIsNoGateway_data();
    void saysAtOnceWhyThereIsNoGateway();
    void waitsDuringAnUpgrade();
    void keepsOneMebibyteOfWaitingLines();

    void passesOnWhyTheGatewayRefuses();
    void saysThatTheGatewayDoesNotAnswer();
    void takesNoGarbageForAWelcome();
    void speaksTheLowerVersionOfTheLink();

    void endsAtOnceAtEndOfFileWithoutAGateway();
    void answersWhatWaitsWhenTheInputEndedAndNoGatewayComes();
    void doesNotReadAClientThatTakesNoErrors();
};

void tst_bridge_nogateway::startsAGatewayThatIsNotThere()
{
    BridgeFixture f;
    f.options.launch = [&f]() -> Result<void> {
        ++f.launches;
        f.gateway.start();
        return {};
    };
    f.start();
    f.client->say(initializeLine);
    QTRY_COMPARE(f.client->lines().size(), 1);
    QCOMPARE(f.launches, 1);
}

void tst_bridge_nogateway::startsNoneWhileOneIsThere()
{
    BridgeFixture f;
    f.connectWithHandshake();
    QCOMPARE(f.launches, 0);
}

void tst_bridge_nogateway::keepsTheClientsLinesUntilTheGatewayComes()
{
    BridgeFixture f;
    f.start();
    f.client->say(initializeLine + request("\"a\"") + request("2"));
    QTRY_VERIFY(f.launches > 0);
    QVERIFY(f.client->output().isEmpty());
    QVERIFY(f.restartGateway());
    QTRY_COMPARE(f.client->lines().size(), 3);
    QCOMPARE(f.gateway.lines, (initializeLine + request("\"a\"") + request("2")).chopped(1).split('\n'));
}

void tst_bridge_nogateway::answersEveryWaitingRequestWhenNoGatewayComes_data()
{
    QTest::addColumn<QByteArray>("id");
    QTest::newRow("number") << QByteArray("1");
    QTest::newRow("negative") << QByteArray("-7");
    QTest::newRow("big") << QByteArray("12345678901234567890");
    QTest::newRow("string") << QByteArray("\"1\"");
    QTest::newRow("empty string") << QByteArray("\"\"");
    QTest::newRow("escapes") << QByteArray(R"("\u0041\"\\")");
}

void tst_bridge_nogateway::answersEveryWaitingRequestWhenNoGatewayComes()
{
    QFETCH(QByteArray, id);
    QCOMPARE(BridgeTimes().start, 5s);
    BridgeFixture f;
    f.options.times.start = 30ms;
    f.start();
    f.client->say(initializeLine + request(id));
    QTRY_COMPARE(idsOfErrors(f, "P-201"), (QList<QByteArray>{"0", id}));
    QVERIFY(f.client->output().contains("Open Pasarela"));
    QVERIFY(f.ended->isEmpty());
}

void tst_bridge_nogateway::answersAtOnceAfterwardsAndConnectsWhenTheGatewayComes()
{
    BridgeFixture f;
    f.options.times.start = 1ms;
    f.start();
    QTRY_COMPARE(f.bridge->state(), Bridge::State::Refusing);
    f.client->say(initializeLine + initializedLine + request("1") + "garbage\n");
    QCOMPARE(idsOfErrors(f, "P-201"), (QList<QByteArray>{"0", "1"}));
    f.client->takeOutput();
    QVERIFY(f.restartGateway());
    f.client->say(initializeLine);
    QTRY_COMPARE(f.client->lines().size(), 1);
    QVERIFY(f.client->output().contains("\"result\""));
}

void tst_bridge_nogateway::saysAtOnceWhyThereIsNoGateway_data()
{
    QTest::addColumn<int>("reason");
    QTest::addColumn<QByteArray>("code");
    QTest::addColumn<QString>("words");
    const auto row = [](const char *name, Error::Code reason, const char *code, const char *words) {
        QTest::newRow(name) << static_cast<int>(reason) << QByteArray(code) << QString::fromLatin1(words);
    };
    row("stopped", Error::Code::StoppedByPerson, "P-502",
        "Pasarela is stopped on this computer. Open Pasarela and press Start.");
    row("missing", Error::Code::NotFound, "P-102",
        "A part of Pasarela is missing on this computer. Install Pasarela again.");
    row("impossible", Error::Code::Unsupported, "P-303",
        "Pasarela could not be started from this app. Open Pasarela and try again.");
}

void tst_bridge_nogateway::saysAtOnceWhyThereIsNoGateway()
{
    QFETCH(int, reason);
    QFETCH(QByteArray, code);
    QFETCH(QString, words);
    BridgeFixture f;
    f.launchResult = Error{static_cast<Error::Code>(reason), QStringLiteral("for the log")};
    f.start();
    f.client->say(initializeLine);
    QTRY_COMPARE(idsOfErrors(f, code), (QList<QByteArray>{"0"}));
    QCOMPARE(errorAnswer(f.client->lines().first())->message, words);
    f.client->say(request("1"));
    QCOMPARE(idsOfErrors(f, code), (QList<QByteArray>{"0", "1"}));
    QVERIFY(f.ended->isEmpty());
    QVERIFY(f.restartGateway());
    f.client->takeOutput();
    f.client->say(request("2"));
    QTRY_COMPARE(f.client->output(), resultLine("2"));
}

void tst_bridge_nogateway::waitsDuringAnUpgrade()
{
    BridgeFixture f;
    f.options.times.start = 1ms;
    f.options.times.loss = 1ms;
    f.hold = QDateTime::currentDateTimeUtc().addSecs(100);
    int asked = 0;
    f.options.holdUntil = [&] {
        ++asked;
        return f.hold;
    };
    f.start();
    f.client->say(request("1"));
    QTRY_VERIFY(asked > 0);
    QVERIFY(f.client->output().isEmpty());
    QVERIFY(f.restartGateway());
    QTRY_COMPARE(f.client->output(), resultLine("1"));
}

void tst_bridge_nogateway::keepsOneMebibyteOfWaitingLines()
{
    BridgeFixture f;
    f.connectWithHandshake();
    f.gateway.crash();
    QTRY_COMPARE(f.bridge->state(), Bridge::State::Waiting);
    const QByteArray large =
        R"({"method":"tools/call","params":{"t":")" + QByteArray(600 * 1024, 'x') + R"("},"jsonrpc":"2.0","id":)";
    f.client->say(large + "1}\n" + large + "2}\n" + request("3"));
    QCOMPARE(idsOfErrors(f, "P-301"), (QList<QByteArray>{"2"}));
    f.client->takeOutput();
    QVERIFY(f.restartGateway());
    QTRY_COMPARE(f.client->lines().size(), 5);
    QCOMPARE(f.gateway.methods().count("tools/call"), 2);
}

void tst_bridge_nogateway::passesOnWhyTheGatewayRefuses()
{
    BridgeFixture f;
    link::Welcome refusal;
    refusal.link = 0;
    refusal.refusalCode = QStringLiteral("P-301");
    refusal.refusal = QStringLiteral("Too many apps are connected. Close one.");
    f.gateway.welcome = link::encode(refusal);
    f.gateway.start();
    f.start();
    f.client->say(request("1"));
    QTRY_COMPARE(idsOfErrors(f, "P-301"), (QList<QByteArray>{"1"}));
    QCOMPARE(errorAnswer(f.client->lines().first())->message, refusal.refusal);
    QTRY_VERIFY(f.gateway.hellos.size() > 1); // it tries again
    QVERIFY(f.ended->isEmpty());
}

void tst_bridge_nogateway::saysThatTheGatewayDoesNotAnswer()
{
    BridgeFixture f;
    f.options.times.start = 50ms;
    f.options.times.welcome = 10ms;
    f.gateway.welcome.clear();
    f.gateway.start();
    f.start();
    f.client->say(request("1"));
    QTRY_COMPARE(idsOfErrors(f, "P-202"), (QList<QByteArray>{"1"}));
    QTRY_VERIFY(f.gateway.hellos.size() > 1);
}

void tst_bridge_nogateway::takesNoGarbageForAWelcome()
{
    BridgeFixture f;
    f.gateway.welcome = "HTTP/1.1 400 Bad Request";
    f.gateway.start();
    f.start();
    f.client->say(request("1"));
    QTRY_VERIFY(f.gateway.hellos.size() > 2);
    QVERIFY(f.client->output().isEmpty());
    QVERIFY(!f.isUp());
}

void tst_bridge_nogateway::speaksTheLowerVersionOfTheLink()
{
    BridgeFixture f;
    f.gateway.welcome = R"({"pasarelaLink":1,"epoch":"77","version":"99.0","later":["x"]})";
    f.gateway.start();
    f.start();
    f.client->say(request("1"));
    QTRY_COMPARE(f.client->output(), resultLine("1"));
}

void tst_bridge_nogateway::endsAtOnceAtEndOfFileWithoutAGateway()
{
    BridgeFixture f;
    f.start();
    f.client->say(initializedLine);
    f.client->endInput();
    QCOMPARE(f.ended->size(), 1);
    QCOMPARE(f.ended->first().first().toInt(), 0);
}

void tst_bridge_nogateway::answersWhatWaitsWhenTheInputEndedAndNoGatewayComes()
{
    BridgeFixture f;
    f.options.times.endOfFile = 30ms;
    f.start();
    f.client->say(initializeLine);
    f.client->endInput();
    QVERIFY(f.ended->isEmpty());
    QTRY_COMPARE(f.ended->size(), 1);
    QCOMPARE(idsOfErrors(f, "P-201"), (QList<QByteArray>{"0"}));
}

void tst_bridge_nogateway::doesNotReadAClientThatTakesNoErrors()
{
    BridgeFixture f;
    f.launchResult = Error{Error::Code::StoppedByPerson, QString()};
    f.start();
    QTRY_COMPARE(f.bridge->state(), Bridge::State::Refusing);
    f.client->stopReading();
    int asked = 0;
    for (; !f.client->isPaused() && asked < 100000; ++asked)
        f.client->say(request(QByteArray::number(asked)));
    QVERIFY(f.client->isPaused());
    f.client->readAgain();
    QVERIFY(!f.client->isPaused());
    QCOMPARE(f.client->lines().size(), asked);
}

QTEST_GUILESS_MAIN(tst_bridge_nogateway)
#include "tst_bridge_nogateway.moc"
