// SPDX-License-Identifier: MIT
#include "gateway/control/controlserver.h"

#include "tests/support/controlfixture.h"
#include "tests/support/rawpeer.h"

#include <QProcess>
#include <QTest>

#include <cstdio>

using namespace pasarela;
using namespace std::chrono_literals;
using pasarela::test::ControlFixture;
using pasarela::test::RawPeer;

/// What clients may do to the server, well or badly.
class tst_controlserver : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void helloSaysWhoTheGatewayIs();
    void refusesWhatDoesNotBeginWithHello_data();
    void refusesWhatDoesNotBeginWithHello();
    void closesOnAClientThatSaysNothing();
    void helloIsSaidOnce();
    void answersGarbageAndGoesOn();
    void forgetsAClientThatLeftInTheMiddleOfALine();
    void closesOnALineOverTheLimit();
    void closesOnALineOf100MegabytesAndServesOthers();
    void aFirstLineIsShort();
    void answersAThousandRequestsSentAtOnce();
    void doesNotAnswerFasterThanTheClientReads();
    void answersAClientThatHasFinishedWriting();
    void anAnswerForAClientThatLeftIsDropped();
    void anAnswerOverALineIsAnErrorInstead();
    void dropsASubscriberThatDoesNotRead();
    void refusesMoreConnectionsThanItMayHave();
    void aProtocolOfAnotherNumberGetsStatusAndShutdownOnly();
    void consentNeedsAPerson_data();
    void consentNeedsAPerson();
    void refusesWhatTheGatewayStarted();
    void knowsItsOwnChildrenFromOthers_data();
    void knowsItsOwnChildrenFromOthers();
    void refusesWrongParams_data();
    void refusesWrongParams();
    void refusesUnknownMethodsAndTopics();
};

namespace {

QByteArray hello(int protocol = control::protocolVersion)
{
    return R"({"jsonrpc":"2.0","id":0,"method":"hello","params":{"protocol":)" + QByteArray::number(protocol)
        + R"(,"version":"0.1.0","program":"test"}})";
}

QByteArray request(int id, const QByteArray &method, const QByteArray &params = "{}")
{
    return R"({"jsonrpc":"2.0","id":)" + QByteArray::number(id) + R"(,"method":")" + method + R"(","params":)" + params
        + "}";
}

bool isFailure(const QByteArray &line, const char *code)
{
    return line.contains("\"error\"") && line.contains(QByteArray("\"code\":\"") + code + '"');
}

} // namespace

void tst_controlserver::helloSaysWhoTheGatewayIs()
{
    ControlFixture gateway;
    gateway.listen();
    RawPeer peer(gateway.paths.controlSocket());
    peer.sendLine(hello());
    QTRY_COMPARE(peer.lines().size(), 1);
    QCOMPARE(peer.lastLine(),
             R"({"jsonrpc":"2.0","id":0,"result":{"protocol":1,"version":"1.2.3","pid":)"
                 + QByteArray::number(ControlFixture::self().processId) + R"(,"startTime":)"
                 + QByteArray::number(ControlFixture::self().startTime) + R"(,"leaving":false}})");
}

void tst_controlserver::refusesWhatDoesNotBeginWithHello_data()
{
    QTest::addColumn<QByteArray>("line");
    QTest::newRow("another method") << request(1, "status");
    QTest::newRow("unknown method") << request(1, "nonsense");
    QTest::newRow("garbage") << QByteArray("GET / HTTP/1.1");
    QTest::newRow("a link's hello") << QByteArray(R"({"pasarelaLink":1,"client":null})");
    QTest::newRow("an event") << QByteArray(R"({"jsonrpc":"2.0","method":"hello","params":{"protocol":1}})");
    QTest::newRow("an answer") << QByteArray(R"({"jsonrpc":"2.0","id":1,"result":{}})");
    QTest::newRow("hello without a protocol") << request(1, "hello");
    QTest::newRow("hello with a text for a protocol") << request(1, "hello", R"({"protocol":"1"})");
    QTest::newRow("hello with protocol 0") << hello(0);
}

void tst_controlserver::refusesWhatDoesNotBeginWithHello()
{
    QFETCH(QByteArray, line);
    ControlFixture gateway;
    ControlServerOptions options;
    options.limits.lingerFor = 1h; // it closes by itself
    gateway.listen(options);
    RawPeer peer(gateway.paths.controlSocket());
    peer.sendLine(line);
    peer.sendLine(request(2, "shutdown"));
    QTRY_VERIFY(peer.hasEnded());
    QCOMPARE(peer.lines().size(), 1);
    QVERIFY2(isFailure(peer.lastLine(), "P-302"), peer.lastLine());
    QVERIFY(gateway.handler.shutdowns.isEmpty());
    peer.leave();
    QTRY_COMPARE(gateway.server->connectionCount(), size_t(0));
}

void tst_controlserver::closesOnAClientThatSaysNothing()
{
    ControlFixture gateway;
    ControlServerOptions options;
    options.limits.helloWithin = 20ms;
    gateway.listen(options);
    RawPeer peer(gateway.paths.controlSocket());
    QTRY_VERIFY(peer.hasEnded());
    QVERIFY(isFailure(peer.lastLine(), "P-202"));
    RawPeer quick(gateway.paths.controlSocket());
    quick.sendLine(hello());
    QTRY_COMPARE(quick.lines().size(), 1);
    QVERIFY(quick.lastLine().contains("result"));
}

void tst_controlserver::helloIsSaidOnce()
{
    ControlFixture gateway;
    gateway.listen();
    RawPeer peer(gateway.paths.controlSocket());
    peer.sendLine(hello());
    peer.sendLine(hello());
    QTRY_VERIFY(peer.hasEnded());
    QCOMPARE(peer.lines().size(), 2);
    QVERIFY(isFailure(peer.lastLine(), "P-302"));
}

void tst_controlserver::answersGarbageAndGoesOn()
{
    ControlFixture gateway;
    gateway.listen();
    RawPeer peer(gateway.paths.controlSocket());
    peer.sendLine(hello());
    peer.sendLine("{]");
    peer.sendLine("\xff\xfe\x01");
    peer.sendLine(R"({"jsonrpc":"2.0","id":5,"result":{}})"); // an answer to nothing
    peer.sendLine(request(6, "tools"));
    QTRY_COMPARE(peer.lines().size(), 4);
    QVERIFY(peer.lines().at(1).contains("-32700") && peer.lines().at(2).contains("-32700"));
    QCOMPARE(peer.lastLine(), QByteArray(R"({"jsonrpc":"2.0","id":6,"result":{"tools":[]}})"));
}

void tst_controlserver::forgetsAClientThatLeftInTheMiddleOfALine()
{
    ControlFixture gateway;
    gateway.listen();
    RawPeer peer(gateway.paths.controlSocket());
    peer.sendLine(hello());
    QTRY_COMPARE(peer.lines().size(), 1);
    peer.send(R"({"jsonrpc":"2.0","id":1,"method":"shutd)");
    peer.leave();
    QTRY_COMPARE(gateway.server->connectionCount(), size_t(0));
    QVERIFY(gateway.handler.shutdowns.isEmpty());
}

void tst_controlserver::closesOnALineOverTheLimit()
{
    ControlFixture gateway;
    ControlServerOptions options;
    options.limits.line = 1000;
    gateway.listen(options);
    RawPeer peer(gateway.paths.controlSocket());
    peer.sendLine(hello());
    peer.sendLine(request(1, "tools", R"({"client":")" + QByteArray(800, 'a') + R"("})"));
    QTRY_COMPARE(peer.lines().size(), 2);
    QVERIFY(peer.lastLine().contains("result"));
    peer.sendLine(request(2, "tools", R"({"client":")" + QByteArray(1000, 'a') + R"("})"));
    QTRY_VERIFY(peer.hasEnded());
    QVERIFY(isFailure(peer.lastLine(), "P-301"));
}

void tst_controlserver::closesOnALineOf100MegabytesAndServesOthers()
{
    ControlFixture gateway;
    gateway.listen();
    RawPeer other(gateway.paths.controlSocket());
    other.sendLine(hello());
    RawPeer peer(gateway.paths.controlSocket());
    peer.sendLine(hello());
    QTRY_COMPARE(peer.lines().size(), 1);
    const QByteArray piece(1024 * 1024, 'a');
    for (int i = 0; i < 100; ++i)
        peer.send(piece);
    QTRY_VERIFY_WITH_TIMEOUT(peer.hasEnded(), 30'000);
    QTRY_COMPARE_WITH_TIMEOUT(gateway.server->connectionCount(), size_t(1), 10'000);
    other.sendLine(request(1, "tools"));
    QTRY_COMPARE(other.lines().size(), 2);
    QVERIFY(other.lastLine().contains("result"));
}

void tst_controlserver::aFirstLineIsShort()
{
    ControlFixture gateway;
    gateway.listen();
    RawPeer peer(gateway.paths.controlSocket());
    peer.send(QByteArray(200 * 1024, ' ')); // less than a line may have later
    QTRY_VERIFY(peer.hasEnded());
    QVERIFY(isFailure(peer.lastLine(), "P-301"));
}

void tst_controlserver::answersAThousandRequestsSentAtOnce()
{
    ControlFixture gateway;
    gateway.listen();
    gateway.handler.holdCalls = true;
    RawPeer peer(gateway.paths.controlSocket());
    QByteArray all = hello() + '\n';
    for (int id = 1; id <= 1000; ++id)
        all += request(id, "call", R"({"tool":"t","arguments":{"n":)" + QByteArray::number(id) + "}}") + '\n';
    peer.send(all);
    // Answered as they come, the last of those that are open first.
    int answered = 0;
    while (answered < 1000) {
        QTRY_VERIFY(!gateway.handler.held.empty());
        const auto done = gateway.handler.held.back();
        gateway.handler.held.pop_back();
        done(QByteArray("{}"));
        ++answered;
    }
    QTRY_COMPARE(peer.lines().size(), 1001);
    QSet<QByteArray> different;
    for (const QByteArray &line : peer.lines())
        different.insert(line);
    QCOMPARE(different.size(), 1001);
    QCOMPARE(gateway.handler.calls.size(), size_t(1000));
    QCOMPARE(gateway.handler.mostHeld, size_t(ControlLimits().openRequests));
}

void tst_controlserver::doesNotAnswerFasterThanTheClientReads()
{
    ControlFixture gateway;
    gateway.handler.toolsAnswer = QByteArray("{\"tools\":[\"" + QByteArray(1024 * 1024, 't') + "\"]}");
    gateway.listen();
    RawPeer peer(gateway.paths.controlSocket());
    peer.sendLine(hello());
    QTRY_COMPARE(peer.lines().size(), 1);
    peer.stopReading();
    QByteArray all;
    for (int id = 1; id <= 500; ++id)
        all += request(id, "tools") + '\n';
    peer.send(all);
    RawPeer other(gateway.paths.controlSocket());
    other.sendLine(hello());
    other.sendLine(request(1, "status"));
    QTRY_COMPARE(other.lines().size(), 2);
    QTRY_VERIFY(!gateway.handler.clientsThatListed.isEmpty());
    // Each answer has 1 MiB: 4 of them wait, the open requests come on top.
    for (int turn = 0; turn < 1000; ++turn)
        QCoreApplication::processEvents();
    QVERIFY2(gateway.handler.clientsThatListed.size() < 100,
             QByteArray::number(gateway.handler.clientsThatListed.size()));
}

void tst_controlserver::answersAClientThatHasFinishedWriting()
{
    ControlFixture gateway;
    gateway.listen();
    gateway.handler.holdCalls = true;
    RawPeer peer(gateway.paths.controlSocket());
    peer.sendLine(hello());
    QTRY_COMPARE(peer.lines().size(), 1);
    peer.sendLine(request(1, "call", R"({"tool":"t"})"));
    QTRY_COMPARE(gateway.handler.held.size(), size_t(1));
#ifdef Q_OS_WIN
    QSKIP("A pipe has no half-close.");
#endif
    peer.finishWriting();
    QCoreApplication::processEvents();
    QVERIFY(!peer.hasEnded());
    gateway.handler.held.front()(QByteArray("{}"));
    QTRY_VERIFY(peer.hasEnded());
    QCOMPARE(peer.lastLine(), QByteArray(R"({"jsonrpc":"2.0","id":1,"result":{}})"));
}

void tst_controlserver::anAnswerForAClientThatLeftIsDropped()
{
    ControlFixture gateway;
    gateway.listen();
    gateway.handler.holdCalls = true;
    RawPeer peer(gateway.paths.controlSocket());
    peer.sendLine(hello());
    peer.sendLine(request(1, "call", R"({"tool":"t"})"));
    QTRY_COMPARE(gateway.handler.held.size(), size_t(1));
    peer.leave();
#ifndef Q_OS_WIN
    gateway.handler.held.front()(QByteArray("{}")); // the server has not noticed yet
#endif
    QTRY_COMPARE(gateway.server->connectionCount(), size_t(0));
    QCoreApplication::sendPostedEvents(nullptr, QEvent::DeferredDelete);
    gateway.handler.held.front()(QByteArray("{}"));
    gateway.die();
    gateway.handler.held.front()(QByteArray("{}"));
    QCOMPARE(gateway.handler.calls.size(), size_t(1));
}

void tst_controlserver::anAnswerOverALineIsAnErrorInstead()
{
    ControlFixture gateway;
    ControlServerOptions options;
    options.limits.line = 1000;
    gateway.listen(options);
    gateway.handler.callAnswer = QByteArray("{\"a\":\"" + QByteArray(1000, 'a') + "\"}");
    RawPeer peer(gateway.paths.controlSocket());
    peer.sendLine(hello());
    peer.sendLine(request(1, "call", R"({"tool":"t"})"));
    peer.sendLine(request(2, "tools"));
    QTRY_COMPARE(peer.lines().size(), 3);
    QVERIFY(isFailure(peer.lines().at(1), "P-301") || isFailure(peer.lines().at(2), "P-301"));
}

void tst_controlserver::dropsASubscriberThatDoesNotRead()
{
    ControlFixture gateway;
    ControlServerOptions options;
    options.deltaInterval = 0ms;
    gateway.listen(options);
    RawPeer slow(gateway.paths.controlSocket());
    RawPeer reader(gateway.paths.controlSocket());
    for (RawPeer *peer : {&slow, &reader}) {
        peer->sendLine(hello());
        peer->sendLine(request(1, "subscribe"));
        QTRY_COMPARE(peer->lines().size(), 2);
    }
    slow.stopReading();
    for (int round = 0; gateway.server->connectionCount() > 1 && round < 50; ++round) {
        gateway.handler.state.gateway.configFile = QString(1024 * 1024, QLatin1Char('a')) + QString::number(round);
        gateway.server->snapshotMayHaveChanged();
        QTRY_COMPARE(reader.lines().size(), 3 + round);
    }
    QCOMPARE(gateway.server->connectionCount(), size_t(1));
    reader.sendLine(request(2, "tools"));
    QTRY_VERIFY(reader.lastLine().contains("\"id\":2"));
}

void tst_controlserver::refusesMoreConnectionsThanItMayHave()
{
    ControlFixture gateway;
    gateway.listen();
    std::vector<std::unique_ptr<RawPeer>> peers;
    for (size_t i = 0; i < ControlServerOptions().connections; ++i) {
        peers.push_back(std::make_unique<RawPeer>(gateway.paths.controlSocket()));
        peers.back()->sendLine(hello());
        QTRY_COMPARE(peers.back()->lines().size(), 1);
    }
    QCOMPARE(gateway.server->connectionCount(), size_t(64));
    RawPeer late(gateway.paths.controlSocket());
    QTRY_VERIFY(late.hasEnded());
    QCOMPARE(gateway.server->connectionCount(), size_t(64));
    peers.pop_back();
    QTRY_COMPARE(gateway.server->connectionCount(), size_t(63));
    RawPeer next(gateway.paths.controlSocket());
    next.sendLine(hello());
    QTRY_COMPARE(next.lines().size(), 1);
}

void tst_controlserver::aProtocolOfAnotherNumberGetsStatusAndShutdownOnly()
{
    ControlFixture gateway;
    gateway.listen();
    RawPeer peer(gateway.paths.controlSocket());
    peer.sendLine(hello(99));
    int count = 1;
    QTRY_COMPARE(peer.lines().size(), count);
    QVERIFY(peer.lastLine().contains("\"protocol\":1"));
    for (const char *method : {"tools", "call", "reload", "subscribe", "enclave.restart", "enclave.trial"}) {
        peer.sendLine(request(count, method));
        ++count;
        QTRY_COMPARE(peer.lines().size(), count);
        QVERIFY2(isFailure(peer.lastLine(), "P-303"), peer.lastLine());
    }
    peer.sendLine(request(count, "status"));
    ++count;
    QTRY_COMPARE(peer.lines().size(), count);
    QVERIFY(peer.lastLine().contains("result"));
    peer.sendLine(request(count, "shutdown"));
    QTRY_COMPARE(gateway.handler.shutdowns, QStringList{QStringLiteral("user")});
}

void tst_controlserver::consentNeedsAPerson_data()
{
    QTest::addColumn<bool>("person");
    QTest::newRow("a program") << false;
    QTest::newRow("a person") << true;
}

void tst_controlserver::consentNeedsAPerson()
{
    QFETCH(bool, person);
    int consents = 0;
    const auto run = [&consents](const ControlParams &, const ControlHandler::Done &done) {
        ++consents;
        done(QByteArray("{}"));
    };
    ControlServerOptions options;
    options.moreMethods["approve"] = {control::Access::Consent, run};
    options.moreMethods["look"] = {control::Access::Read, run};
    qint64 asker = 0;
    if (person) {
        options.mayConsent = [&asker](qint64 processId) {
            asker = processId;
            return true;
        };
    }
    ControlFixture gateway;
    gateway.listen(options);
    RawPeer peer(gateway.paths.controlSocket());
    peer.sendLine(hello());
    peer.sendLine(request(1, "look"));
    peer.sendLine(request(2, "approve"));
    QTRY_COMPARE(peer.lines().size(), 3);
    QVERIFY(peer.lines().at(1).contains("result"));
    QCOMPARE(isFailure(peer.lastLine(), "P-501"), !person);
    QCOMPARE(consents, person ? 2 : 1);
    QCOMPARE(asker, person ? QCoreApplication::applicationPid() : 0);
}

void tst_controlserver::refusesWhatTheGatewayStarted()
{
    ControlFixture gateway;
    ControlServerOptions options;
    options.processes.parentOf = [](qint64) { return qint64(4711); };
    options.processes.startTimeOf = [](qint64) { return qint64(1); };
    gateway.listen(options, {control::protocolVersion, {}, 4711, 1});
    RawPeer peer(gateway.paths.controlSocket());
    peer.sendLine(hello());
    peer.sendLine(request(1, "shutdown"));
    QTRY_VERIFY(peer.hasEnded());
    QVERIFY(!peer.lastLine().contains("result"));
    QCOMPARE(gateway.server->connectionCount(), size_t(0));
    QVERIFY(gateway.handler.shutdowns.isEmpty());
}

void tst_controlserver::knowsItsOwnChildrenFromOthers_data()
{
    QTest::addColumn<bool>("isGateway");
    QTest::newRow("child of the gateway") << true;
    QTest::newRow("child of another process") << false;
}

void tst_controlserver::knowsItsOwnChildrenFromOthers()
{
    QFETCH(bool, isGateway);
    ControlFixture gateway;
    GatewayIdentity identity = ControlFixture::self();
    QProcess sibling; // stands for a gateway that did not start the asker
    sibling.start(QCoreApplication::applicationFilePath(), {QStringLiteral("--idle")});
    QVERIFY(sibling.waitForStarted());
    if (!isGateway)
        identity.processId = sibling.processId();
    gateway.listen({}, identity);

    QProcess asker;
    asker.start(QCoreApplication::applicationFilePath(), {QStringLiteral("--ask"), gateway.paths.controlSocket()});
    QTRY_COMPARE(asker.state(), QProcess::NotRunning);
    QCOMPARE(asker.readAllStandardOutput().contains("\"result\""), !isGateway);
    sibling.closeWriteChannel();
    QVERIFY(sibling.waitForFinished());
}

void tst_controlserver::refusesWrongParams_data()
{
    QTest::addColumn<QByteArray>("method");
    QTest::addColumn<QByteArray>("params");
    QTest::newRow("call: no tool") << QByteArray("call") << QByteArray("{}");
    QTest::newRow("call: empty tool") << QByteArray("call") << QByteArray(R"({"tool":""})");
    QTest::newRow("call: tool is a number") << QByteArray("call") << QByteArray(R"({"tool":5})");
    QTest::newRow("call: arguments are a list") << QByteArray("call") << QByteArray(R"({"tool":"t","arguments":[]})");
    QTest::newRow("call: timeout is a text") << QByteArray("call") << QByteArray(R"({"tool":"t","timeout":"5"})");
    QTest::newRow("call: timeout is 0") << QByteArray("call") << QByteArray(R"({"tool":"t","timeout":0})");
    QTest::newRow("call: timeout is huge") << QByteArray("call") << QByteArray(R"({"tool":"t","timeout":1e30})");
    QTest::newRow("tools: client is a list") << QByteArray("tools") << QByteArray(R"({"client":[]})");
    QTest::newRow("shutdown: unknown reason") << QByteArray("shutdown") << QByteArray(R"({"reason":"boredom"})");
    QTest::newRow("restart: no name") << QByteArray("enclave.restart") << QByteArray("{}");
    QTest::newRow("trial: no definition") << QByteArray("enclave.trial") << QByteArray("{}");
    QTest::newRow("reload: hash is a number") << QByteArray("reload") << QByteArray(R"({"hash":1})");
    QTest::newRow("subscribe: topics are a text") << QByteArray("subscribe") << QByteArray(R"({"topics":"snapshot"})");
    QTest::newRow("subscribe: topic is a number") << QByteArray("subscribe") << QByteArray(R"({"topics":[1]})");
}

void tst_controlserver::refusesWrongParams()
{
    QFETCH(QByteArray, method);
    QFETCH(QByteArray, params);
    ControlFixture gateway;
    gateway.listen();
    RawPeer peer(gateway.paths.controlSocket());
    peer.sendLine(hello());
    peer.sendLine(request(1, method, params));
    QTRY_COMPARE(peer.lines().size(), 2);
    QVERIFY2(isFailure(peer.lastLine(), "P-101"), peer.lastLine());
    QVERIFY(gateway.handler.calls.empty() && gateway.handler.trials.empty() && gateway.handler.shutdowns.isEmpty());
    QVERIFY(gateway.handler.restarted.isEmpty() && gateway.handler.clientsThatListed.isEmpty());
    QCOMPARE(gateway.handler.reloads, 0);
}

void tst_controlserver::refusesUnknownMethodsAndTopics()
{
    ControlFixture gateway;
    gateway.listen();
    RawPeer peer(gateway.paths.controlSocket());
    peer.sendLine(hello());
    peer.sendLine(request(1, "make.coffee"));
    peer.sendLine(request(2, "subscribe", R"({"topics":["snapshot","prompts"]})"));
    QTRY_COMPARE(peer.lines().size(), 3);
    QVERIFY(peer.lines().at(1).contains("-32601") && isFailure(peer.lines().at(1), "P-303"));
    QVERIFY(isFailure(peer.lastLine(), "P-303"));
}

namespace {

/// A process of its own that says hello and prints what it got.
int ask(const QString &socketName)
{
    RawPeer peer(socketName);
    if (!peer.isConnected())
        return 1;
    peer.sendLine(hello());
    if (!QTest::qWaitFor([&peer] { return peer.hasEnded() || !peer.lines().isEmpty(); }))
        return 2;
    std::puts(peer.lastLine().constData());
    return 0;
}

} // namespace

int main(int argc, char **argv)
{
    QCoreApplication app(argc, argv);
    const QStringList arguments = QCoreApplication::arguments();
    if (arguments.value(1) == QLatin1String("--ask"))
        return ask(arguments.value(2));
    if (arguments.value(1) == QLatin1String("--idle"))
        return std::getchar() == EOF ? 0 : 1;
    tst_controlserver test;
    return QTest::qExec(&test, argc, argv);
}

#include "tst_controlserver.moc"
