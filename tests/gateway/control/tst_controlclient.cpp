// SPDX-License-Identifier: MIT
#include "gateway/control/controlclient.h"
#include "gateway/mcp/calloutcome.h"

#include "tests/support/controlfixture.h"

#include <QPointer>
#include <QSignalSpy>
#include <QTest>

#include <optional>

using namespace pasarela;
using namespace std::chrono_literals;
using pasarela::test::ControlFixture;

namespace method = pasarela::control::method;

/// The client against the real server over a real socket.
class tst_controlclient : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void learnsWhoTheGatewayIs();
    void hearsThatTheGatewayLeavesAlsoWhenItComesLate();
    void noGatewayIsUnavailable();
    void namesWhatHoldsTheSocketAndDoesNotAnswer();
    void refusesWhatIsNoGateway_data();
    void refusesWhatIsNoGateway();
    void tellsWhyItWasRefused();
    void canTalkAnotherVersionIntoLeaving();
    void neverAnswersBeforeItReturns();
    void aRequestWithoutAConnectionIsUnavailable();
    void argumentsAndResultsPassUntouched();
    void passesWhatTheGatewayRefuses();
    void answersAThousandRequests();
    void aRequestThatIsNotAnsweredTimesOutAndTheRestGoesOn();
    void aLostGatewayAnswersEverythingThatIsOpen();
    void givingUpAnswersEverythingThatIsOpen();
    void connectingAnewGivesUpTheOldConnection();
    void aDestroyedClientCallsNothing();
    void mayBeDestroyedByItsCallbacks();
    void connectsAgainAfterALoss();
    void followsTheSnapshot();
    void manyChangesInOneTurnAreOneDelta();
    void nothingIsAskedOfTheGatewayWithoutSubscribers();
    void everySubscriberStandsAtTheSameSnapshot();
    void hearsThatTheGatewayLeaves();
    void reloadGivesTheHashInUse_data();
    void reloadGivesTheHashInUse();
    void aTrialGetsDefinitionSecretsAndTime();
};

namespace {

/// Starts the handshake and waits for its end.
Result<GatewayIdentity> connected(ControlClient &client, std::chrono::milliseconds within = 5s)
{
    std::optional<Result<GatewayIdentity>> outcome;
    client.connectToGateway(within, [&outcome](const Result<GatewayIdentity> &identity) { outcome = identity; });
    if (!QTest::qWaitFor([&outcome] { return outcome.has_value(); }, 10'000))
        return Error{Error::Code::Internal, QStringLiteral("no answer")};
    return *outcome;
}

Result<QByteArray> asked(ControlClient &client, const char *methodName, const QByteArray &params = {})
{
    std::optional<Result<QByteArray>> outcome;
    client.request(methodName, params, 5s, [&outcome](const Result<QByteArray> &answer) { outcome = answer; });
    if (!QTest::qWaitFor([&outcome] { return outcome.has_value(); }, 10'000))
        return Error{Error::Code::Internal, QStringLiteral("no answer")};
    return *outcome;
}

Result<Snapshot> subscribed(ControlClient &client)
{
    std::optional<Result<Snapshot>> outcome;
    client.subscribe([&outcome](const Result<Snapshot> &snapshot) { outcome = snapshot; });
    if (!QTest::qWaitFor([&outcome] { return outcome.has_value(); }, 10'000))
        return Error{Error::Code::Internal, QStringLiteral("no answer")};
    return *outcome;
}

/// Keeps the error codes that callbacks got.
struct Outcomes {
    QList<Error::Code> codes;
    QString lastDetail;
    int results = 0;
    ControlClient::Done one()
    {
        return [this](const Result<QByteArray> &answer) {
            if (answer) {
                ++results;
            } else {
                codes.append(answer.error().code);
                lastDetail = answer.error().detail;
            }
        };
    }
};

/// Something that listens on the control socket and answers each line with what it is told.
struct FakeServer {
    explicit FakeServer(const Paths &paths, QByteArray says)
        : answer(std::move(says))
    {
        const Result<void> listening = server.listen(paths.controlSocket());
        Q_ASSERT(listening.ok());
        QObject::connect(&server, &LocalServer::newConnection, &server, [this] {
            stream = server.takeStream();
            QObject::connect(stream.get(), &ByteStream::received, stream.get(), [this] { stream->write(answer); });
            stream->resume();
        });
    }
    QByteArray answer;
    LocalServer server;
    std::unique_ptr<ByteStream> stream;
};

} // namespace

void tst_controlclient::learnsWhoTheGatewayIs()
{
    ControlFixture gateway;
    gateway.listen();
    ControlClient client(gateway.paths);
    const auto identity = connected(client);
    QVERIFY(identity.ok());
    QCOMPARE(identity->protocol, control::protocolVersion);
    QCOMPARE(identity->version, QStringLiteral("1.2.3"));
    QCOMPARE(identity->processId, QCoreApplication::applicationPid());
    QVERIFY(identity->startTime != 0);
    QCOMPARE(client.identity().startTime, identity->startTime);
    QVERIFY(client.isConnected());
    QVERIFY(!identity->leaving);
}

void tst_controlclient::hearsThatTheGatewayLeavesAlsoWhenItComesLate()
{
    ControlFixture gateway;
    gateway.listen();
    gateway.server->leave(QStringLiteral("user"));
    ControlClient client(gateway.paths);
    const auto identity = connected(client);
    QVERIFY(identity.ok());
    QVERIFY(identity->leaving);
}

void tst_controlclient::noGatewayIsUnavailable()
{
    ControlFixture gateway;
    ControlClient client(gateway.paths);
    QCOMPARE(connected(client).error().code, Error::Code::Unavailable);
    QVERIFY(!client.isConnected());
}

void tst_controlclient::namesWhatHoldsTheSocketAndDoesNotAnswer()
{
    ControlFixture gateway;
    FakeServer silent(gateway.paths, {});
    ControlClient client(gateway.paths);
    const auto identity = connected(client, 100ms);
    QCOMPARE(identity.error().code, Error::Code::Timeout);
    QVERIFY(identity.error().detail.contains(QString::number(QCoreApplication::applicationPid())));
    QVERIFY(!client.isConnected());
}

void tst_controlclient::refusesWhatIsNoGateway_data()
{
    QTest::addColumn<QByteArray>("answer");
    QTest::newRow("no JSON") << QByteArray("220 mail.example.org ESMTP\n");
    QTest::newRow("no object") << QByteArray("{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":5}\n");
    QTest::newRow("no protocol") << QByteArray("{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{}}\n");
    QTest::newRow("protocol is a text") << QByteArray(
        "{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{\"protocol\":\"1\"}}\n");
}

void tst_controlclient::refusesWhatIsNoGateway()
{
    QFETCH(QByteArray, answer);
    ControlFixture gateway;
    FakeServer other(gateway.paths, answer);
    ControlClient client(gateway.paths);
    QSignalSpy lost(&client, &ControlClient::disconnected);
    QCOMPARE(connected(client).error().code, Error::Code::ProtocolViolation);
    QVERIFY(!client.isConnected());
    QCOMPARE(lost.count(), 0);
}

void tst_controlclient::tellsWhyItWasRefused()
{
    ControlFixture gateway;
    ControlServerOptions options;
    options.processes.parentOf = [](qint64) { return qint64(4711); };
    options.processes.startTimeOf = [](qint64) { return qint64(1); };
    gateway.listen(options, {control::protocolVersion, {}, 4711, 1});
    ControlClient client(gateway.paths);
    const Error error = connected(client).error();
#ifdef Q_OS_WIN
    QVERIFY(error.code == Error::Code::PermissionDenied || error.code == Error::Code::Closed); // a closed pipe is empty
#else
    QCOMPARE(error.code, Error::Code::PermissionDenied);
#endif
}

void tst_controlclient::canTalkAnotherVersionIntoLeaving()
{
    ControlFixture gateway;
    GatewayIdentity older = ControlFixture::self();
    older.protocol = control::protocolVersion + 1;
    gateway.listen({}, older);
    ControlClient client(gateway.paths);
    const auto identity = connected(client);
    QVERIFY(identity.ok());
    QCOMPARE(identity->protocol, older.protocol);
    QCOMPARE(asked(client, method::tools).error().code, Error::Code::Unsupported);
    QVERIFY(asked(client, method::status).ok());
    QVERIFY(asked(client, method::shutdown, R"({"reason":"upgrade"})").ok());
    QTRY_COMPARE(gateway.handler.shutdowns, QStringList{QStringLiteral("upgrade")});
}

void tst_controlclient::neverAnswersBeforeItReturns()
{
    ControlFixture gateway;
    ControlClient client(gateway.paths);
    Outcomes outcomes;
    bool connectAnswered = false;
    client.connectToGateway(1s, [&](const Result<GatewayIdentity> &) { connectAnswered = true; });
    QVERIFY(!connectAnswered);
    client.request(method::status, {}, 1s, outcomes.one());
    client.request(method::status, {}, 0s, outcomes.one());
    client.disconnectFromGateway();
    QCOMPARE(outcomes.codes.size(), 0);
    QTRY_COMPARE(outcomes.codes.size(), 2);
    QTRY_VERIFY(connectAnswered);
}

void tst_controlclient::aRequestWithoutAConnectionIsUnavailable()
{
    ControlFixture gateway;
    ControlClient client(gateway.paths);
    QCOMPARE(asked(client, method::status).error().code, Error::Code::Unavailable);
    QCOMPARE(subscribed(client).error().code, Error::Code::Unavailable);
}

void tst_controlclient::argumentsAndResultsPassUntouched()
{
    ControlFixture gateway;
    gateway.listen();
    gateway.handler.callAnswer = QByteArray("{\"content\" : [ ],\r\n\"n\":1e400,\"s\":\"\\ud83d\"}");
    ControlClient client(gateway.paths);
    QVERIFY(connected(client).ok());
    const auto result = asked(
        client, method::call,
        R"({"tool":"files__read","client":"c","account":"a","timeout":7,"arguments":{"big":12345678901234567890,"z":1.0,"a":"\u0000"}})");
    QVERIFY(result.ok());
    QCOMPARE(*result, QByteArray("{\"content\" : [ ],  \"n\":1e400,\"s\":\"\\ud83d\"}"));
    const auto &call = gateway.handler.calls.front();
    QCOMPARE(call.tool, QStringLiteral("files__read"));
    QCOMPARE(call.client, QStringLiteral("c"));
    QCOMPARE(call.account, QStringLiteral("a"));
    QCOMPARE(call.timeout, 7s);
    QCOMPARE(call.arguments, QByteArray(R"({"big":12345678901234567890,"z":1.0,"a":"\u0000"})"));
    QVERIFY(asked(client, method::call, R"({"tool":"t","account":null})").ok());
    QCOMPARE(gateway.handler.calls.back().arguments, QByteArray("{}"));
    QCOMPARE(gateway.handler.calls.back().timeout, control::defaultCallTimeout);
}

void tst_controlclient::passesWhatTheGatewayRefuses()
{
    ControlFixture gateway;
    gateway.listen();
    gateway.handler.callAnswer = Result<QByteArray>(Error{Error::Code::NotFound, QStringLiteral("No tool \"x\".")});
    gateway.handler.restartAnswer = Error{Error::Code::NotFound, QStringLiteral("No enclave \"x\".")};
    ControlClient client(gateway.paths);
    QVERIFY(connected(client).ok());
    QCOMPARE(asked(client, method::call, R"({"tool":"x"})").error(),
             (Error{Error::Code::NotFound, QStringLiteral("No tool \"x\".")}));
    QCOMPARE(asked(client, method::enclaveRestart, R"({"name":"x"})").error().detail,
             QStringLiteral("No enclave \"x\"."));
    QCOMPARE(gateway.handler.restarted, QStringList{QStringLiteral("x")});
}

void tst_controlclient::answersAThousandRequests()
{
    ControlFixture gateway;
    gateway.listen();
    ControlClient client(gateway.paths);
    QVERIFY(connected(client).ok());
    QHash<int, QByteArray> answers;
    for (int n = 0; n < 1000; ++n) {
        client.request(method::call, R"({"tool":"t","arguments":{"n":)" + QByteArray::number(n) + "}}", 60s,
                       [&answers, n](const Result<QByteArray> &answer) {
                           QVERIFY(!answers.contains(n));
                           answers[n] = answer ? *answer : QByteArray();
                       });
    }
    QTRY_COMPARE_WITH_TIMEOUT(answers.size(), 1000, 30'000);
    for (int n = 0; n < 1000; ++n)
        QCOMPARE(answers[n], "{\"n\":" + QByteArray::number(n) + "}");
}

void tst_controlclient::aRequestThatIsNotAnsweredTimesOutAndTheRestGoesOn()
{
    ControlFixture gateway;
    gateway.listen();
    gateway.handler.holdCalls = true;
    ControlClient client(gateway.paths);
    QVERIFY(connected(client).ok());
    Outcomes late;
    Outcomes patient;
    client.request(method::call, R"({"tool":"t"})", 60s, patient.one());
    client.request(method::call, R"({"tool":"t"})", 20ms, late.one());
    QTRY_COMPARE(late.codes, QList<Error::Code>{Error::Code::Timeout});
    QVERIFY2(late.lastDetail.endsWith(mcp::unknownOutcome()), qPrintable(late.lastDetail));
    QTRY_COMPARE(gateway.handler.held.size(), size_t(2));
    gateway.handler.held[1](QByteArray("{}")); // too late
    gateway.handler.held[0](QByteArray("{}"));
    QTRY_COMPARE(patient.results, 1);
    QCOMPARE(late.results, 0);
    QVERIFY(client.isConnected());
}

void tst_controlclient::aLostGatewayAnswersEverythingThatIsOpen()
{
    ControlFixture gateway;
    gateway.listen();
    gateway.handler.holdCalls = true;
    ControlClient client(gateway.paths);
    QVERIFY(connected(client).ok());
    Outcomes outcomes;
    int openAtSignal = -1;
    QSignalSpy lost(&client, &ControlClient::disconnected);
    connect(&client, &ControlClient::disconnected, this, [&] { openAtSignal = 3 - int(outcomes.codes.size()); });
    for (int i = 0; i < 3; ++i)
        client.request(method::call, R"({"tool":"t"})", 60s, outcomes.one());
    QTRY_COMPARE(gateway.handler.held.size(), size_t(3));
    gateway.die();
    QTRY_COMPARE(lost.count(), 1);
    QCOMPARE(outcomes.codes, QList<Error::Code>(3, Error::Code::Closed));
    QVERIFY2(outcomes.lastDetail.endsWith(mcp::unknownOutcome()), qPrintable(outcomes.lastDetail));
    QCOMPARE(openAtSignal, 0);
    QVERIFY(!client.isConnected());
}

void tst_controlclient::givingUpAnswersEverythingThatIsOpen()
{
    ControlFixture gateway;
    gateway.listen();
    gateway.handler.holdCalls = true;
    ControlClient client(gateway.paths);
    QVERIFY(connected(client).ok());
    QSignalSpy lost(&client, &ControlClient::disconnected);
    Outcomes outcomes;
    client.request(method::call, R"({"tool":"t"})", 60s, outcomes.one());
    client.disconnectFromGateway();
    QTRY_COMPARE(outcomes.codes, QList<Error::Code>{Error::Code::Cancelled});
    QTRY_COMPARE(gateway.server->connectionCount(), size_t(0));
    QCOMPARE(lost.count(), 0);
}

void tst_controlclient::connectingAnewGivesUpTheOldConnection()
{
    ControlFixture gateway;
    gateway.listen();
    ControlClient client(gateway.paths);
    std::optional<Result<GatewayIdentity>> first;
    client.connectToGateway(5s, [&first](const Result<GatewayIdentity> &identity) { first = identity; });
    const auto second = connected(client);
    QVERIFY(second.ok());
    QTRY_VERIFY(first);
    QCOMPARE(first->error().code, Error::Code::Cancelled);
    QVERIFY(client.isConnected());
    QVERIFY(asked(client, method::status).ok());
    QTRY_COMPARE(gateway.server->connectionCount(), size_t(1));
}

void tst_controlclient::aDestroyedClientCallsNothing()
{
    ControlFixture gateway;
    gateway.listen();
    gateway.handler.holdCalls = true;
    Outcomes outcomes;
    {
        ControlClient client(gateway.paths);
        QVERIFY(connected(client).ok());
        client.request(method::call, R"({"tool":"t"})", 10s, outcomes.one());
        QTRY_COMPARE(gateway.handler.held.size(), size_t(1));
    }
    QTRY_COMPARE(gateway.server->connectionCount(), size_t(0));
    QCOMPARE(outcomes.results + outcomes.codes.size(), 0);
}

void tst_controlclient::mayBeDestroyedByItsCallbacks()
{
    ControlFixture gateway;
    gateway.listen();
    QPointer<ControlClient> client = new ControlClient(gateway.paths, this);
    QVERIFY(connected(*client).ok());
    int called = 0;
    for (int i = 0; i < 3; ++i) {
        client->request(method::status, {}, 5s, [&called, client](const Result<QByteArray> &) {
            ++called;
            delete client;
        });
    }
    QTRY_VERIFY(client.isNull());
    QTRY_COMPARE(gateway.server->connectionCount(), size_t(0));
    QCOMPARE(called, 1);
}

void tst_controlclient::connectsAgainAfterALoss()
{
    ControlFixture gateway;
    gateway.listen();
    ControlClient client(gateway.paths);
    QVERIFY(connected(client).ok());
    QVERIFY(subscribed(client).ok());
    QSignalSpy lost(&client, &ControlClient::disconnected);
    gateway.die();
    QTRY_COMPARE(lost.count(), 1);
    QCOMPARE(connected(client).error().code, Error::Code::Unavailable);
    gateway.handler.state.gateway.version = QStringLiteral("next");
    gateway.listen();
    QVERIFY(connected(client).ok());
    QCOMPARE(subscribed(client)->gateway.version, QStringLiteral("next"));
}

void tst_controlclient::followsTheSnapshot()
{
    ControlFixture gateway;
    gateway.listen();
    gateway.handler.state.gateway.version = QStringLiteral("1");
    ControlClient client(gateway.paths);
    QVERIFY(connected(client).ok());
    const auto first = subscribed(client);
    QVERIFY(first.ok());
    QCOMPARE(*first, gateway.handler.state);
    QCOMPARE(client.snapshot(), gateway.handler.state);
    QSignalSpy changed(&client, &ControlClient::snapshotChanged);

    EnclaveView enclave;
    enclave.name = QStringLiteral("files");
    gateway.handler.state.enclaves.push_back(enclave);
    gateway.server->snapshotMayHaveChanged();
    QTRY_COMPARE(client.snapshot(), gateway.handler.state);
    gateway.handler.state.enclaves.front().state = EnclaveState::Ready;
    gateway.server->snapshotMayHaveChanged();
    QTRY_COMPARE(client.snapshot(), gateway.handler.state);
    gateway.handler.state.enclaves.clear();
    gateway.server->snapshotMayHaveChanged();
    QTRY_COMPARE(client.snapshot(), gateway.handler.state);
    QCOMPARE(changed.count(), 3);
    QCOMPARE(changed.last().first().value<Snapshot>(), gateway.handler.state);
}

void tst_controlclient::manyChangesInOneTurnAreOneDelta()
{
    ControlFixture gateway;
    gateway.listen();
    ControlClient client(gateway.paths);
    QVERIFY(connected(client).ok());
    QVERIFY(subscribed(client).ok());
    QSignalSpy changed(&client, &ControlClient::snapshotChanged);
    const int before = gateway.handler.snapshotsTaken;
    for (int i = 1; i <= 100; ++i) {
        gateway.handler.state.relay.unread = i;
        gateway.server->snapshotMayHaveChanged();
    }
    QTRY_COMPARE(client.snapshot().relay.unread, 100);
    QCOMPARE(changed.count(), 1);
    QCOMPARE(gateway.handler.snapshotsTaken, before + 1);
}

void tst_controlclient::nothingIsAskedOfTheGatewayWithoutSubscribers()
{
    ControlFixture gateway;
    ControlServerOptions options;
    options.deltaInterval = 0ms;
    gateway.listen(options);
    ControlClient client(gateway.paths);
    QVERIFY(connected(client).ok());
    gateway.server->snapshotMayHaveChanged();
    QVERIFY(asked(client, method::tools).ok());
    QCOMPARE(gateway.handler.snapshotsTaken, 0);
}

void tst_controlclient::everySubscriberStandsAtTheSameSnapshot()
{
    ControlFixture gateway;
    gateway.listen();
    ControlClient first(gateway.paths);
    ControlClient second(gateway.paths);
    QVERIFY(connected(first).ok());
    QVERIFY(connected(second).ok());
    QVERIFY(subscribed(first).ok());
    gateway.handler.state.relay.unread = 1; // nobody has said so yet
    QCOMPARE(subscribed(second)->relay.unread, 1);
    QTRY_COMPARE(first.snapshot().relay.unread, 1);
    gateway.handler.state.relay.peers = {QStringLiteral("tomas")};
    gateway.server->snapshotMayHaveChanged();
    QTRY_COMPARE(first.snapshot(), gateway.handler.state);
    QTRY_COMPARE(second.snapshot(), gateway.handler.state);
}

void tst_controlclient::hearsThatTheGatewayLeaves()
{
    ControlFixture gateway;
    gateway.listen();
    ControlClient asker(gateway.paths);
    ControlClient watcher(gateway.paths);
    QVERIFY(connected(asker).ok());
    QVERIFY(connected(watcher).ok());
    QSignalSpy leaving(&watcher, &ControlClient::leaving);
    QSignalSpy lost(&watcher, &ControlClient::disconnected);
    gateway.handler.onShutdown = [&gateway] { gateway.die(); };
    QVERIFY(asked(asker, method::shutdown, R"({"reason":"restart"})").ok());
    QTRY_COMPARE(lost.count(), 1);
    QCOMPARE(leaving.count(), 1);
    QCOMPARE(leaving.first().first().toString(), QStringLiteral("restart"));
    QCOMPARE(gateway.handler.shutdowns, QStringList{QStringLiteral("restart")});
}

void tst_controlclient::reloadGivesTheHashInUse_data()
{
    QTest::addColumn<QByteArray>("params");
    QTest::addColumn<bool>("broken");
    QTest::addColumn<QByteArray>("answer");
    QTest::addColumn<Error::Code>("code");
    QTest::newRow("any") << QByteArray() << false << QByteArray(R"({"hash":"abc"})") << Error::Code::Internal;
    QTest::newRow("the one written") << QByteArray(R"({"hash":"abc"})") << false << QByteArray(R"({"hash":"abc"})")
                                     << Error::Code::Internal;
    QTest::newRow("changed again") << QByteArray(R"({"hash":"abd"})") << false << QByteArray() << Error::Code::Conflict;
    QTest::newRow("broken") << QByteArray() << true << QByteArray() << Error::Code::InvalidInput;
}

void tst_controlclient::reloadGivesTheHashInUse()
{
    QFETCH(QByteArray, params);
    QFETCH(bool, broken);
    QFETCH(QByteArray, answer);
    QFETCH(Error::Code, code);
    ControlFixture gateway;
    gateway.listen();
    gateway.handler.reloadAnswer = broken
        ? Result<QByteArray>(Error{Error::Code::InvalidInput, QStringLiteral("f:1:2: what")})
        : Result<QByteArray>(QByteArray("abc"));
    ControlClient client(gateway.paths);
    QVERIFY(connected(client).ok());
    const auto result = asked(client, method::reload, params);
    QCOMPARE(result.ok(), !answer.isEmpty());
    if (result)
        QCOMPARE(*result, answer);
    else
        QCOMPARE(result.error().code, code);
    QCOMPARE(gateway.handler.reloads, 1);
}

void tst_controlclient::aTrialGetsDefinitionSecretsAndTime()
{
    ControlFixture gateway;
    gateway.listen();
    ControlClient client(gateway.paths);
    QVERIFY(connected(client).ok());
    QVERIFY(
        asked(client, method::enclaveTrial, R"({"definition":{"stdio":{}},"secrets":{"token":"x"},"timeout":9})").ok());
    QCOMPARE(gateway.handler.trials.front().arguments, QByteArray(R"({"stdio":{}} {"token":"x"})"));
    QCOMPARE(gateway.handler.trials.front().timeout, 9s);
}

QTEST_GUILESS_MAIN(tst_controlclient)
#include "tst_controlclient.moc"
