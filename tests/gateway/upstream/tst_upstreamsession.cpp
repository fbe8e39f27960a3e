// SPDX-License-Identifier: MIT
#include "gateway/base/jsonview.h"
#include "gateway/mcp/jsonrpcerror.h"
#include "gateway/mcp/methods.h"
#include "gateway/upstream/upstreamsession.h"
#include "tests/support/scriptedtransport.h"

#include <QSignalSpy>
#include <QTest>

using namespace pasarela;
using namespace std::chrono_literals;
using mcp::Message;
using State = UpstreamSession::State;

namespace {

Message parsed(const QByteArray &bytes)
{
    auto message = Message::parse(bytes);
    Q_ASSERT(std::holds_alternative<Message>(message));
    return std::get<Message>(std::move(message));
}

/// What came back for a call.
struct Outcome {
    int times = 0;
    std::optional<Result<Message>> response;
    QList<QByteArray> progress;

    UpstreamSession::Done done()
    {
        return [this](Result<Message> result) {
            ++times;
            response = std::move(result);
        };
    }
    UpstreamSession::Progress onProgress()
    {
        return [this](const Message &notification, const Splice &restored) {
            progress.append(restored.applied(notification.bytes()));
        };
    }
    QByteArray result() const
    {
        return response && response->ok() ? (*response)->resultBody().toByteArray() : QByteArray();
    }
    Error error() const { return response && !response->ok() ? response->error() : Error(); }
};

} // namespace

/// The client codec against a server played by the test.
class tst_upstreamsession : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init() { makeSession(); }
    void cleanup() { m_session.reset(); }

    // Opening
    void offersTheLatestRevisionAndAllReverseFeatures();
    void sendsNothingButPingAnswersBeforeInitialized();
    void takesEverySupportedRevision_data();
    void takesEverySupportedRevision();
    void refusesAnAnswerItCannotUse_data();
    void refusesAnAnswerItCannotUse();
    void readsWhatTheServerSaysOfItself();
    void aServerThatRefusesStringsAsIdsGetsNumbers();
    void givesUpOnAServerThatNeverAnswersInitialize();
    void aProgramThatEndsWhileStartingClosesTheSession();

    // Calls
    void aCallHasAnIdOfOurs();
    void answersGoToTheirCallsWhateverTheOrder();
    void aServersErrorIsAnAnswer();
    void editsAreAppliedAndTheRestStaysAsItWas();
    void doneIsNeverCalledBeforeCallReturns_data();
    void doneIsNeverCalledBeforeCallReturns();
    void refusedCallsCanBeCancelled();
    void lateUnknownAndForeignAnswersAreDroppedAndCounted_data();
    void lateUnknownAndForeignAnswersAreDroppedAndCounted();
    void anAnswerThatIsBrokenFailsItsCallOnly();
    void takesBatchesWhereTheRevisionHasThem();
    void noiseIsSkipped();
    void aServerThatNeverAnswersIsCancelledAtTheDeadline();
    void aCallsOwnTimeoutCounts();
    void answersEveryPendingCallWhenTheTransportCloses();
    void closingAnswersEveryPendingCall();
    void aCallbackMayDestroyTheSession_data();
    void aCallbackMayDestroyTheSession();
    void aServerThatDoesNotReadGetsNoMoreCalls();

    // Progress and cancellation
    void progressComesBackUnderTheCallersToken_data();
    void progressComesBackUnderTheCallersToken();
    void noTokenOfTheCallerMeansNoTokenOfOurs();
    void progressAfterTheAnswerIsDropped();
    void progressAndAnswerKeepTheirOrder();
    void cancelTellsTheServerAndForgetsTheCall();
    void initializeIsNeverCancelled();

    // What the server wants
    void pingIsAnsweredAtOnce();
    void withoutAHandlerQuestionsAreRefused();
    void aQuestionIsAnsweredUnderItsOwnId_data();
    void aQuestionIsAnsweredUnderItsOwnId();
    void twoOpenQuestionsWithOneIdAreRefused();
    void aReplyIsTakenOnce();
    void aWithdrawnQuestionIsToldAndItsReplyDropped();
    void aReplyAfterTheEndIsDropped();
    void tooManyOpenQuestionsAreRefused();
    void notificationsArePassedOn();
    void ourNotificationsGoOut();

    // Ending
    void drainingLetsCallsFinish();
    void drainingEndsAtItsLimit();
    void drainingWithoutCallsClosesAtOnce();
    void drainingWhileStartingCloses();
    void goneComesWhenTheTransportHasClosed();
    void tellsWhenTheLastCallHasEnded();
    void countsSubscriptions();

private:
    void makeSession(UpstreamSession::Options options = {});
    void open(const QByteArray &capabilities = "{\"tools\":{}}");
    UpstreamSession::CallId call(Outcome &outcome, const QByteArray &method = "tools/call",
                                 std::chrono::milliseconds timeout = {});

    std::unique_ptr<UpstreamSession> m_session;
    test::ScriptedTransport *m_server = nullptr;
};

void tst_upstreamsession::makeSession(UpstreamSession::Options options)
{
    if (options.idPrefix.isEmpty())
        options.idPrefix = "run";
    auto transport = std::make_unique<test::ScriptedTransport>();
    m_server = transport.get();
    m_session = std::make_unique<UpstreamSession>(std::move(transport), options);
}

void tst_upstreamsession::open(const QByteArray &capabilities)
{
    m_session->start();
    m_server->answer("initialize", test::initializeResult("2025-11-25", capabilities));
    QCOMPARE(m_session->state(), State::Ready);
}

UpstreamSession::CallId tst_upstreamsession::call(Outcome &outcome, const QByteArray &method,
                                                  std::chrono::milliseconds timeout)
{
    return m_session->call(Message::request(method, "{\"name\":\"echo\"}"), {}, outcome.done(), outcome.onProgress(),
                           timeout);
}

void tst_upstreamsession::offersTheLatestRevisionAndAllReverseFeatures()
{
    QSignalSpy states(m_session.get(), &UpstreamSession::stateChanged);
    QCOMPARE(m_session->state(), State::Connecting);
    m_session->start();
    QVERIFY(m_server->started);
    QCOMPARE(m_session->state(), State::Initializing);
    QCOMPARE(m_server->lines.size(), 1);
    const Message request = parsed(m_server->lines.first());
    QCOMPARE(request.method(), QByteArray("initialize"));
    QCOMPARE(request.text(Message::Field::ParamsProtocolVersion), QByteArray("2025-11-25"));
    const QByteArray capabilities = request.at(Message::Field::ParamsCapabilities).toByteArray();
    QCOMPARE(capabilities,
             QByteArray("{\"roots\":{\"listChanged\":true},\"sampling\":{},\"elicitation\":{\"form\":{},\"url\":{}}}"));
    const QByteArray client = request.at(Message::Field::ParamsClientInfo).toByteArray();
    QVERIFY(client.contains("\"name\":\"pasarela\""));
    QVERIFY(client.contains("\"version\":\"" PASARELA_VERSION "\""));
    m_server->answer("initialize", test::initializeResult());
    QCOMPARE(states.count(), 2);
    QCOMPARE(m_server->sent("notifications/initialized").size(), 1);
}

void tst_upstreamsession::sendsNothingButPingAnswersBeforeInitialized()
{
    m_session->start();
    m_session->notify(Message::notification("notifications/roots/list_changed"));
    Outcome early;
    call(early);
    m_server->say("{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"ping\"}");
    m_server->say("{\"jsonrpc\":\"2.0\",\"id\":2,\"method\":\"roots/list\"}");
    QCOMPARE(m_server->lines.size(), 3); // initialize, and the two answers
    QCOMPARE(parsed(m_server->lines[1]).resultBody(), QByteArrayView("{}"));
    QCOMPARE(parsed(m_server->lines[2]).kind(), Message::Kind::Error);
    QTRY_COMPARE(early.times, 1);
    QCOMPARE(early.error().code, Error::Code::Unavailable);
    m_server->answer("initialize", test::initializeResult());
    QCOMPARE(parsed(m_server->lines[3]).method(), QByteArray("notifications/initialized"));
}

void tst_upstreamsession::takesEverySupportedRevision_data()
{
    QTest::addColumn<QByteArray>("revision");
    for (const char *revision : {"2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25"})
        QTest::newRow(revision) << QByteArray(revision);
}

void tst_upstreamsession::takesEverySupportedRevision()
{
    QFETCH(QByteArray, revision);
    m_session->start();
    m_server->answer("initialize", test::initializeResult(revision));
    QCOMPARE(m_session->state(), State::Ready);
    QCOMPARE(m_session->server().revision, revision);
}

void tst_upstreamsession::refusesAnAnswerItCannotUse_data()
{
    QTest::addColumn<QByteArray>("result");
    QTest::addColumn<Error::Code>("code");
    QTest::addColumn<QString>("says");
    QTest::newRow("a newer revision") << test::initializeResult("2026-07-28") << Error::Code::Unsupported
                                      << QStringLiteral("2026-07-28");
    QTest::newRow("an older revision") << test::initializeResult("2023-01-01") << Error::Code::Unsupported
                                       << QStringLiteral("2023-01-01");
    QTest::newRow("no revision") << QByteArray("{}") << Error::Code::ProtocolViolation << QStringLiteral("version");
    QTest::newRow("a revision that is no text")
        << QByteArray("{\"protocolVersion\":7}") << Error::Code::ProtocolViolation << QStringLiteral("version");
    QTest::newRow("an error") << QByteArray() << Error::Code::Unavailable << QStringLiteral("licence expired");
}

void tst_upstreamsession::refusesAnAnswerItCannotUse()
{
    QFETCH(QByteArray, result);
    QFETCH(Error::Code, code);
    QFETCH(QString, says);
    m_session->start();
    if (result.isEmpty())
        m_server->answerError("initialize", -32000, "licence expired");
    else
        m_server->answer("initialize", result);
    QCOMPARE(m_session->state(), State::Closed);
    QCOMPARE(m_session->closeReason().code, code);
    QVERIFY2(m_session->closeReason().detail.contains(says), qPrintable(m_session->closeReason().detail));
    QVERIFY(m_server->closing);
    QVERIFY(m_server->sent("notifications/initialized").isEmpty());
}

void tst_upstreamsession::readsWhatTheServerSaysOfItself()
{
    open("{\"tools\":{},\"resources\":{\"subscribe\":true},\"logging\":{},\"prompts\":null}");
    const ServerInfo &server = m_session->server();
    QVERIFY(server.hasTools && server.hasResources && server.resourcesSubscribe && server.hasLogging);
    QVERIFY(!server.hasPrompts);
    QCOMPARE(server.serverInfo, QByteArray("{\"name\":\"fake\",\"version\":\"1\"}"));
    QCOMPARE(server.instructions, QStringLiteral("Be kind."));

    makeSession();
    open("{\"resources\":{\"subscribe\":false},\"prompts\":{}}");
    QVERIFY(m_session->server().hasPrompts);
    QVERIFY(!m_session->server().hasTools && !m_session->server().resourcesSubscribe);
}

void tst_upstreamsession::aServerThatRefusesStringsAsIdsGetsNumbers()
{
    m_session->start();
    const QByteArray refusal = "{\"jsonrpc\":\"2.0\",\"id\":null,\"error\":{\"code\":-32600,\"message\":\"numbers!\"}}";
    m_server->say(refusal);
    QCOMPARE(m_server->sent("initialize").size(), 2);
    const QByteArray id = m_server->lastId("initialize");
    QVERIFY(id.toULongLong() > (quint64(1) << 32) && id.toULongLong() < (quint64(1) << 53));
    m_server->say(refusal); // but only once
    QCOMPARE(m_server->sent("initialize").size(), 2);
    m_server->answer("initialize", test::initializeResult());
    QCOMPARE(m_session->state(), State::Ready);
    Outcome outcome;
    call(outcome);
    m_server->answer("tools/call", "{}");
    QCOMPARE(outcome.times, 1);
    QVERIFY(outcome.response->ok());
}

void tst_upstreamsession::givesUpOnAServerThatNeverAnswersInitialize()
{
    UpstreamSession::Options options;
    options.initializeTimeout = 10ms;
    makeSession(options);
    m_server->words = "waiting for the database";
    m_session->start();
    QTRY_COMPARE(m_session->state(), State::Closed);
    QCOMPARE(m_session->closeReason().code, Error::Code::Timeout);
    QVERIFY(m_session->closeReason().detail.endsWith(QLatin1String("\"waiting for the database\"")));
    QVERIFY(m_server->closing);
    QVERIFY(m_server->sent("notifications/cancelled").isEmpty());
}

void tst_upstreamsession::aProgramThatEndsWhileStartingClosesTheSession()
{
    QSignalSpy gone(m_session.get(), &UpstreamSession::gone);
    m_session->start();
    m_server->words = "no such table";
    m_server->end();
    QCOMPARE(m_session->state(), State::Closed);
    QCOMPARE(m_session->closeReason().code, Error::Code::Closed);
    QCOMPARE(m_session->closeReason().detail,
             QStringLiteral("The program \"fake\" ended with exit code 7. It said last: \"no such table\""));
    QCOMPARE(gone.count(), 1);
}

void tst_upstreamsession::aCallHasAnIdOfOurs()
{
    open();
    Outcome outcome;
    m_session->call(parsed("{\"jsonrpc\":\"2.0\",\"id\":5,\"method\":\"tools/list\"}"), {}, outcome.done());
    QCOMPARE(m_server->lastId("tools/list"), QByteArray("\"run-2\"")); // 1 was initialize
    m_server->answer("tools/list", "{\"tools\":[]}");
    QCOMPARE(outcome.times, 1);
    QCOMPARE(outcome.result(), QByteArray("{\"tools\":[]}"));
}

void tst_upstreamsession::answersGoToTheirCallsWhateverTheOrder()
{
    open();
    Outcome first;
    Outcome second;
    call(first);
    const QByteArray firstId = m_server->lastId("tools/call");
    call(second);
    const QByteArray secondId = m_server->lastId("tools/call");
    m_server->say("{\"jsonrpc\":\"2.0\",\"id\":" + secondId + ",\"result\":{\"n\":2}}");
    QCOMPARE(second.result(), QByteArray("{\"n\":2}"));
    QCOMPARE(first.times, 0);
    m_server->say("{\"jsonrpc\":\"2.0\",\"id\":" + firstId + ",\"result\":{\"n\":1}}");
    QCOMPARE(first.result(), QByteArray("{\"n\":1}"));
    QCOMPARE(m_session->callsInFlight(), 0);
}

void tst_upstreamsession::aServersErrorIsAnAnswer()
{
    open();
    Outcome outcome;
    call(outcome);
    m_server->answerError("tools/call", -32602, "unknown tool");
    QCOMPARE(outcome.times, 1);
    QVERIFY(outcome.response->ok());
    QCOMPARE((*outcome.response)->kind(), Message::Kind::Error);
    QCOMPARE((*outcome.response)->text(Message::Field::ErrorMessage), QByteArray("unknown tool"));
}

void tst_upstreamsession::editsAreAppliedAndTheRestStaysAsItWas()
{
    open();
    const Message request =
        parsed("{\"jsonrpc\":\"2.0\",\"id\":5,\"method\":\"tools/call\",\"params\":{\"name\":\"a__b\","
               "\"arguments\":{\"n\":12345678901234567890.50,\"s\":\"\\u00e9\"}}}");
    Splice edits;
    edits.replace(request.span(Message::Field::ParamsName), "\"b\"");
    Outcome outcome;
    m_session->call(request, edits, outcome.done());
    const Message sent = parsed(m_server->lines.last());
    QCOMPARE(sent.params(),
             QByteArrayView("{\"name\":\"b\",\"arguments\":{\"n\":12345678901234567890.50,\"s\":\"\\u00e9\"}}"));
}

void tst_upstreamsession::doneIsNeverCalledBeforeCallReturns_data()
{
    QTest::addColumn<bool>("closed");
    QTest::newRow("not open yet") << false;
    QTest::newRow("closed") << true;
}

void tst_upstreamsession::doneIsNeverCalledBeforeCallReturns()
{
    QFETCH(bool, closed);
    if (closed) {
        open();
        m_server->end();
    }
    Outcome outcome;
    QVERIFY(call(outcome) != 0);
    QCOMPARE(outcome.times, 0);
    QTRY_COMPARE(outcome.times, 1);
    QCOMPARE(outcome.error().code, closed ? Error::Code::Closed : Error::Code::Unavailable);
}

void tst_upstreamsession::refusedCallsCanBeCancelled()
{
    Outcome cancelled;
    Outcome other;
    m_session->cancel(call(cancelled), QStringLiteral("not needed"));
    call(other);
    QTRY_COMPARE(other.times, 1);
    QCOMPARE(cancelled.times, 0);
    QVERIFY(m_server->lines.isEmpty());
}

void tst_upstreamsession::lateUnknownAndForeignAnswersAreDroppedAndCounted_data()
{
    QTest::addColumn<QByteArray>("id");
    QTest::newRow("late") << QByteArray("\"run-2\"");
    QTest::newRow("unknown") << QByteArray("\"run-77\"");
    QTest::newRow("of another run") << QByteArray("\"nur-3\"");
    QTest::newRow("a number") << QByteArray("3");
}

void tst_upstreamsession::lateUnknownAndForeignAnswersAreDroppedAndCounted()
{
    QFETCH(QByteArray, id);
    open();
    Outcome answered;
    Outcome waiting;
    call(answered);
    m_server->answer("tools/call", "{}");
    call(waiting);
    m_server->say("{\"jsonrpc\":\"2.0\",\"id\":" + id + ",\"result\":{}}");
    QCOMPARE(m_session->droppedAnswers(), quint64(1));
    QCOMPARE(answered.times, 1);
    QCOMPARE(waiting.times, 0);
    QCOMPARE(m_session->state(), State::Ready);
}

void tst_upstreamsession::anAnswerThatIsBrokenFailsItsCallOnly()
{
    open();
    Outcome broken;
    Outcome other;
    call(broken);
    const QByteArray id = m_server->lastId("tools/call");
    call(other);
    m_server->say("{\"jsonrpc\":\"2.0\",\"id\":" + id + ",\"result\":{\"a\":1,\"a\":2}}"); // read two ways
    QCOMPARE(broken.times, 1);
    QCOMPARE(broken.error().code, Error::Code::ProtocolViolation);
    QCOMPARE(other.times, 0);
    QCOMPARE(m_session->state(), State::Ready);
    m_server->answer("tools/call", "{}");
    QCOMPARE(other.times, 1);
}

void tst_upstreamsession::takesBatchesWhereTheRevisionHasThem()
{
    m_session->start();
    m_server->answer("initialize", test::initializeResult("2025-03-26", "{\"tools\":{}}"));
    Outcome first;
    Outcome broken;
    Outcome open;
    call(first);
    const QByteArray firstId = m_server->lastId("tools/call");
    call(broken);
    const QByteArray brokenId = m_server->lastId("tools/call");
    call(open);
    m_server->say("[{\"jsonrpc\":\"2.0\",\"id\":" + firstId + ",\"result\":{\"a\":1}},{\"jsonrpc\":\"2.0\",\"id\":"
                  + brokenId + ",\"result\":{\"a\":1,\"a\":2}}]");
    QCOMPARE(first.result(), QByteArray("{\"a\":1}"));
    QCOMPARE(broken.error().code, Error::Code::ProtocolViolation);
    QCOMPARE(open.times, 0);
    m_server->answer("tools/call", "{}");
    QCOMPARE(open.times, 1);
}

void tst_upstreamsession::noiseIsSkipped()
{
    open();
    Outcome outcome;
    call(outcome);
    for (const char *line :
         {"Server listening on stdio", "{\"level\":\"info\"}", "{\"jsonrpc\":\"2.0\",\"id\":", "[]", "\xff"})
        m_server->say(line);
    QCOMPARE(outcome.times, 0);
    QCOMPARE(m_session->state(), State::Ready);
    m_server->answer("tools/call", "{}");
    QCOMPARE(outcome.times, 1);
}

void tst_upstreamsession::aServerThatNeverAnswersIsCancelledAtTheDeadline()
{
    UpstreamSession::Options options;
    options.callTimeout = 10ms;
    makeSession(options);
    open();
    Outcome outcome;
    call(outcome);
    const QByteArray id = m_server->lastId("tools/call");
    QTRY_COMPARE(outcome.times, 1);
    QCOMPARE(outcome.error().code, Error::Code::Timeout);
    QCOMPARE(m_server->sent("notifications/cancelled").size(), 1);
    QCOMPARE(parsed(m_server->lines.last()).at(Message::Field::ParamsRequestId), QByteArrayView(id));
    QCOMPARE(m_session->state(), State::Ready);
    m_server->say("{\"jsonrpc\":\"2.0\",\"id\":" + id + ",\"result\":{}}");
    QCOMPARE(outcome.times, 1);
    QCOMPARE(m_session->droppedAnswers(), quint64(1));
}

void tst_upstreamsession::aCallsOwnTimeoutCounts()
{
    open();
    Outcome patient;
    Outcome hasty;
    call(patient);
    call(hasty, "tools/list", 10ms);
    QTRY_COMPARE(hasty.times, 1);
    QCOMPARE(hasty.error().code, Error::Code::Timeout);
    QCOMPARE(patient.times, 0);
}

void tst_upstreamsession::answersEveryPendingCallWhenTheTransportCloses()
{
    open();
    std::array<Outcome, 5> outcomes;
    for (Outcome &outcome : outcomes)
        call(outcome);
    m_server->words = "out of memory";
    m_server->end();
    for (const Outcome &outcome : outcomes) {
        QCOMPARE(outcome.times, 1);
        QCOMPARE(outcome.error().code, Error::Code::Closed);
        QCOMPARE(outcome.error().detail,
                 QStringLiteral("The program \"fake\" ended with exit code 7. It said last: \"out of memory\""));
    }
    QCOMPARE(m_session->callsInFlight(), 0);
}

void tst_upstreamsession::closingAnswersEveryPendingCall()
{
    open();
    Outcome outcome;
    call(outcome);
    m_session->close({Error::Code::Cancelled, QStringLiteral("restarted")});
    QCOMPARE(outcome.times, 1);
    QCOMPARE(outcome.error().detail, QStringLiteral("restarted"));
    QCOMPARE(m_session->state(), State::Closed);
    QVERIFY(m_server->closing);
    m_server->say("{\"jsonrpc\":\"2.0\",\"id\":\"run-2\",\"result\":{}}");
    QCOMPARE(outcome.times, 1);
}

void tst_upstreamsession::aCallbackMayDestroyTheSession_data()
{
    QTest::addColumn<QString>("event");
    QTest::newRow("an answer") << QStringLiteral("answer");
    QTest::newRow("the program's end") << QStringLiteral("end");
    QTest::newRow("a deadline") << QStringLiteral("deadline");
}

void tst_upstreamsession::aCallbackMayDestroyTheSession()
{
    QFETCH(QString, event);
    open();
    int others = 0;
    bool destroyed = false;
    // As its owners do it: the transport is on the stack.
    const auto destroy = [&](const Result<Message> &) {
        destroyed = true;
        m_session.release()->deleteLater();
    };
    m_session->call(Message::request("tools/call"), {}, destroy, {}, 10ms);
    const QByteArray id = m_server->lastId("tools/call");
    Outcome other;
    m_session->call(
        Message::request("tools/list"), {}, [&others](const Result<Message> &) { ++others; }, {}, 10ms);
    if (event == QLatin1String("answer"))
        m_server->say("{\"jsonrpc\":\"2.0\",\"id\":" + id + ",\"result\":{}}");
    else if (event == QLatin1String("end"))
        m_server->end();
    QTRY_VERIFY(destroyed);
    if (event == QLatin1String("end"))
        QCOMPARE(others, 1);
}

void tst_upstreamsession::aServerThatDoesNotReadGetsNoMoreCalls()
{
    UpstreamSession::Options options;
    options.queueLimit = 1000;
    makeSession(options);
    open();
    m_server->queued = 1001;
    const auto before = m_server->lines.size();
    Outcome outcome;
    call(outcome);
    QCOMPARE(m_server->lines.size(), before);
    QTRY_COMPARE(outcome.times, 1);
    QCOMPARE(outcome.error().code, Error::Code::Unavailable);
}

void tst_upstreamsession::progressComesBackUnderTheCallersToken_data()
{
    QTest::addColumn<QByteArray>("token");
    QTest::newRow("string") << QByteArray("\"tok\\u0065n\"");
    QTest::newRow("number") << QByteArray("7");
    QTest::newRow("like one of ours") << QByteArray("\"run-9\"");
}

void tst_upstreamsession::progressComesBackUnderTheCallersToken()
{
    QFETCH(QByteArray, token);
    open();
    Outcome outcome;
    m_session->call(
        parsed("{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"tools/call\",\"params\":{\"_meta\":{\"progressToken\":"
               + token + "}}}"),
        {}, outcome.done(), outcome.onProgress());
    const QByteArray ours = parsed(m_server->lines.last()).at(Message::Field::ParamsMetaProgressToken).toByteArray();
    QVERIFY(ours != token);
    m_server->say("{\"jsonrpc\":\"2.0\",\"method\":\"notifications/progress\",\"params\":{\"progressToken\":" + ours
                  + ",\"progress\":0.50,\"total\":1}}");
    QCOMPARE(outcome.progress.size(), 1);
    QCOMPARE(parsed(outcome.progress.first()).params(),
             QByteArrayView("{\"progressToken\":" + token + ",\"progress\":0.50,\"total\":1}"));
    m_server->say("{\"jsonrpc\":\"2.0\",\"method\":\"notifications/progress\",\"params\":{\"progressToken\":" + token
                  + ",\"progress\":1}}");
    QCOMPARE(outcome.progress.size(), 1); // the caller's token means nothing upstream
}

void tst_upstreamsession::noTokenOfTheCallerMeansNoTokenOfOurs()
{
    open();
    Outcome outcome;
    call(outcome);
    QVERIFY(!m_server->lines.last().contains("progressToken"));
    m_server->say("{\"jsonrpc\":\"2.0\",\"method\":\"notifications/progress\",\"params\":{\"progressToken\":"
                  + m_server->lastId("tools/call") + ",\"progress\":1}}");
    QVERIFY(outcome.progress.isEmpty());
}

void tst_upstreamsession::progressAfterTheAnswerIsDropped()
{
    open();
    Outcome outcome;
    m_session->call(
        parsed("{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"tools/call\",\"params\":{\"_meta\":{\"progressToken\":1}}}"),
        {}, outcome.done(), outcome.onProgress());
    const QByteArray id = m_server->lastId("tools/call");
    QSignalSpy notified(m_session.get(), &UpstreamSession::notification);
    m_server->answer("tools/call", "{}");
    m_server->say("{\"jsonrpc\":\"2.0\",\"method\":\"notifications/progress\",\"params\":{\"progressToken\":" + id
                  + ",\"progress\":1}}");
    QCOMPARE(outcome.times, 1);
    QVERIFY(outcome.progress.isEmpty());
    QCOMPARE(notified.count(), 0);
}

void tst_upstreamsession::progressAndAnswerKeepTheirOrder()
{
    open();
    QStringList order;
    m_session->call(
        parsed("{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"tools/call\",\"params\":{\"_meta\":{\"progressToken\":1}}}"),
        {}, [&order](const Result<Message> &) { order.append(QStringLiteral("answer")); },
        [&order](const Message &, const Splice &) { order.append(QStringLiteral("progress")); });
    connect(m_session.get(), &UpstreamSession::notification, this,
            [&order](const Message &) { order.append(QStringLiteral("log")); });
    const QByteArray id = m_server->lastId("tools/call");
    m_server->say("{\"jsonrpc\":\"2.0\",\"method\":\"notifications/progress\",\"params\":{\"progressToken\":" + id
                  + ",\"progress\":1}}");
    m_server->say(
        "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/message\",\"params\":{\"level\":\"info\",\"data\":1}}");
    m_server->answer("tools/call", "{}");
    QCOMPARE(order, QStringList({QStringLiteral("progress"), QStringLiteral("log"), QStringLiteral("answer")}));
}

void tst_upstreamsession::cancelTellsTheServerAndForgetsTheCall()
{
    open();
    Outcome outcome;
    const auto id = call(outcome);
    const QByteArray wireId = m_server->lastId("tools/call");
    m_session->cancel(id, QStringLiteral("the person \"said\" so"));
    const Message sent = parsed(m_server->lines.last());
    QCOMPARE(sent.method(), QByteArray("notifications/cancelled"));
    QCOMPARE(sent.at(Message::Field::ParamsRequestId), QByteArrayView(wireId));
    QVERIFY(sent.bytes().contains("the person \\\"said\\\" so"));
    QCOMPARE(m_session->callsInFlight(), 0);
    m_server->answer("tools/call", "{}");
    QCOMPARE(outcome.times, 0);
    const auto lines = m_server->lines.size();
    m_session->cancel(id, QStringLiteral("again"));
    m_session->cancel(4711, QStringLiteral("unknown"));
    QCOMPARE(m_server->lines.size(), lines);
}

void tst_upstreamsession::initializeIsNeverCancelled()
{
    m_session->start();
    m_session->cancel(1, QStringLiteral("no"));
    QVERIFY(m_server->sent("notifications/cancelled").isEmpty());
    m_server->answer("initialize", test::initializeResult());
    QCOMPARE(m_session->state(), State::Ready);
}

void tst_upstreamsession::pingIsAnsweredAtOnce()
{
    open();
    int asked = 0;
    m_session->onReverseRequest(
        [&asked](UpstreamSession &, const Message &, const UpstreamSession::Reply &) { ++asked; });
    m_server->say("{\"jsonrpc\":\"2.0\",\"id\":\"p\",\"method\":\"ping\"}");
    const Message answer = parsed(m_server->lines.last());
    QCOMPARE(answer.id(), QByteArrayView("\"p\""));
    QCOMPARE(answer.resultBody(), QByteArrayView("{}"));
    QCOMPARE(asked, 0);
}

void tst_upstreamsession::withoutAHandlerQuestionsAreRefused()
{
    open();
    m_server->say("{\"jsonrpc\":\"2.0\",\"id\":3,\"method\":\"sampling/createMessage\",\"params\":{}}");
    const Message answer = parsed(m_server->lines.last());
    QCOMPARE(answer.id(), QByteArrayView("3"));
    QCOMPARE(answer.at(Message::Field::ErrorCode), QByteArrayView("-32601"));
}

void tst_upstreamsession::aQuestionIsAnsweredUnderItsOwnId_data()
{
    QTest::addColumn<QByteArray>("id");
    QTest::newRow("number") << QByteArray("0");
    QTest::newRow("string") << QByteArray("\"1\"");
    QTest::newRow("large number") << QByteArray("9007199254740993");
    QTest::newRow("escapes") << QByteArray("\"\\u0061\\/b\"");
}

void tst_upstreamsession::aQuestionIsAnsweredUnderItsOwnId()
{
    QFETCH(QByteArray, id);
    open();
    UpstreamSession::Reply reply;
    m_session->onReverseRequest([&](UpstreamSession &from, const Message &question, UpstreamSession::Reply answer) {
        QCOMPARE(&from, m_session.get());
        QCOMPARE(question.method(), QByteArray("roots/list"));
        reply = std::move(answer);
    });
    m_server->say("{\"jsonrpc\":\"2.0\",\"id\":" + id + ",\"method\":\"roots/list\"}");
    QVERIFY(reply);
    reply(Message::result("{\"roots\":[]}"));
    const Message answer = parsed(m_server->lines.last());
    QCOMPARE(answer.id(), QByteArrayView(id));
    QCOMPARE(answer.resultBody(), QByteArrayView("{\"roots\":[]}"));
}

void tst_upstreamsession::twoOpenQuestionsWithOneIdAreRefused()
{
    open();
    QList<UpstreamSession::Reply> replies;
    m_session->onReverseRequest(
        [&](UpstreamSession &, const Message &, const UpstreamSession::Reply &answer) { replies.append(answer); });
    m_server->say("{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"roots/list\"}");
    m_server->say("{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"roots/list\"}");
    QCOMPARE(replies.size(), 1);
    QCOMPARE(parsed(m_server->lines.last()).at(Message::Field::ErrorCode), QByteArrayView("-32600"));
    replies.first()(Message::result("{}"));
    m_server->say("{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"roots/list\"}"); // free again
    QCOMPARE(replies.size(), 2);
}

void tst_upstreamsession::aReplyIsTakenOnce()
{
    open();
    QList<UpstreamSession::Reply> replies;
    m_session->onReverseRequest(
        [&](UpstreamSession &, const Message &, const UpstreamSession::Reply &answer) { replies.append(answer); });
    m_server->say("{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"roots/list\"}");
    replies[0](Message::result("{\"first\":1}"));
    m_server->say("{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"roots/list\"}"); // the same id, another question
    const auto lines = m_server->lines.size();
    replies[0](Message::result("{\"late\":1}"));
    QCOMPARE(m_server->lines.size(), lines);
    replies[1](Message::result("{\"second\":1}"));
    QCOMPARE(parsed(m_server->lines.last()).resultBody(), QByteArrayView("{\"second\":1}"));
}

void tst_upstreamsession::aWithdrawnQuestionIsToldAndItsReplyDropped()
{
    open();
    UpstreamSession::Reply reply;
    m_session->onReverseRequest(
        [&reply](UpstreamSession &, const Message &, UpstreamSession::Reply answer) { reply = std::move(answer); });
    QSignalSpy withdrawn(m_session.get(), &UpstreamSession::questionWithdrawn);
    m_server->say("{\"jsonrpc\":\"2.0\",\"id\":\"q\",\"method\":\"elicitation/create\",\"params\":{}}");
    m_server->say("{\"jsonrpc\":\"2.0\",\"method\":\"notifications/cancelled\",\"params\":{\"requestId\":\"other\"}}");
    QCOMPARE(withdrawn.count(), 0);
    m_server->say("{\"jsonrpc\":\"2.0\",\"method\":\"notifications/cancelled\",\"params\":{\"requestId\":\"q\"}}");
    QCOMPARE(withdrawn.count(), 1);
    QCOMPARE(withdrawn.first().first().toByteArray(), QByteArray("\"q\""));
    const auto lines = m_server->lines.size();
    reply(Message::result("{}"));
    QCOMPARE(m_server->lines.size(), lines);
}

void tst_upstreamsession::aReplyAfterTheEndIsDropped()
{
    open();
    UpstreamSession::Reply reply;
    m_session->onReverseRequest(
        [&reply](UpstreamSession &, const Message &, UpstreamSession::Reply answer) { reply = std::move(answer); });
    m_server->say("{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"roots/list\"}");
    m_session->close({Error::Code::Cancelled, QStringLiteral("over")});
    const auto lines = m_server->lines.size();
    reply(Message::result("{}"));
    QCOMPARE(m_server->lines.size(), lines);
    m_session.reset();
    reply(Message::result("{}")); // and nothing happens
}

void tst_upstreamsession::tooManyOpenQuestionsAreRefused()
{
    UpstreamSession::Options options;
    options.questionLimit = 2;
    makeSession(options);
    open();
    int asked = 0;
    m_session->onReverseRequest(
        [&asked](UpstreamSession &, const Message &, const UpstreamSession::Reply &) { ++asked; });
    for (int id = 1; id <= 3; ++id)
        m_server->say("{\"jsonrpc\":\"2.0\",\"id\":" + QByteArray::number(id) + ",\"method\":\"roots/list\"}");
    QCOMPARE(asked, 2);
    QCOMPARE(parsed(m_server->lines.last()).id(), QByteArrayView("3"));
    QCOMPARE(parsed(m_server->lines.last()).kind(), Message::Kind::Error);
}

void tst_upstreamsession::notificationsArePassedOn()
{
    open();
    QList<QByteArray> methods;
    connect(m_session.get(), &UpstreamSession::notification, this,
            [&methods](const Message &message) { methods.append(message.method()); });
    for (const char *method :
         {"notifications/tools/list_changed", "notifications/message", "notifications/of/tomorrow"})
        m_server->say("{\"jsonrpc\":\"2.0\",\"method\":\"" + QByteArray(method) + "\"}");
    QCOMPARE(
        methods,
        QList<QByteArray>({"notifications/tools/list_changed", "notifications/message", "notifications/of/tomorrow"}));
}

void tst_upstreamsession::ourNotificationsGoOut()
{
    open();
    m_session->notify(Message::notification("notifications/roots/list_changed"));
    QCOMPARE(m_server->sent("notifications/roots/list_changed").size(), 1);
    m_session->close({Error::Code::Cancelled, QStringLiteral("over")});
    m_session->notify(Message::notification("notifications/roots/list_changed"));
    QCOMPARE(m_server->sent("notifications/roots/list_changed").size(), 1);
}

void tst_upstreamsession::drainingLetsCallsFinish()
{
    open();
    Outcome running;
    Outcome late;
    call(running);
    const QByteArray id = m_server->lastId("tools/call");
    m_session->drain(1h);
    QCOMPARE(m_session->state(), State::Draining);
    call(late);
    QTRY_COMPARE(late.times, 1);
    QCOMPARE(late.error().code, Error::Code::Unavailable);
    QVERIFY(!m_server->closing);
    m_server->say("{\"jsonrpc\":\"2.0\",\"id\":" + id + ",\"result\":{}}");
    QCOMPARE(running.times, 1);
    QVERIFY(running.response->ok());
    QCOMPARE(m_session->state(), State::Closed);
    QVERIFY(m_server->closing);
}

void tst_upstreamsession::drainingEndsAtItsLimit()
{
    open();
    Outcome outcome;
    call(outcome);
    m_session->drain(10ms);
    QTRY_COMPARE(m_session->state(), State::Closed);
    QCOMPARE(outcome.times, 1);
    QVERIFY(!outcome.response->ok());
}

void tst_upstreamsession::drainingWithoutCallsClosesAtOnce()
{
    open();
    m_session->drain(1h);
    QCOMPARE(m_session->state(), State::Closed);
    QVERIFY(m_server->closing);
}

void tst_upstreamsession::drainingWhileStartingCloses()
{
    m_session->start();
    m_session->drain(1h);
    QCOMPARE(m_session->state(), State::Closed);
    QVERIFY(m_server->closing);
}

void tst_upstreamsession::goneComesWhenTheTransportHasClosed()
{
    open();
    m_server->endsWhenClosed = false;
    QSignalSpy gone(m_session.get(), &UpstreamSession::gone);
    m_session->close({Error::Code::Cancelled, QStringLiteral("over")});
    QCOMPARE(gone.count(), 0);
    m_server->end();
    QCOMPARE(gone.count(), 1);
    QCOMPARE(m_session->closeReason().detail, QStringLiteral("over"));
}

void tst_upstreamsession::tellsWhenTheLastCallHasEnded()
{
    open();
    QSignalSpy idle(m_session.get(), &UpstreamSession::idle);
    Outcome first;
    Outcome second;
    call(first);
    const QByteArray id = m_server->lastId("tools/call");
    const auto secondCall = call(second);
    m_server->say("{\"jsonrpc\":\"2.0\",\"id\":" + id + ",\"result\":{}}");
    QCOMPARE(idle.count(), 0);
    m_session->cancel(secondCall, QStringLiteral("enough"));
    QCOMPARE(idle.count(), 1);
}

void tst_upstreamsession::countsSubscriptions()
{
    open();
    const auto ask = [this](const QByteArray &method, const QByteArray &uri, bool refused = false) {
        m_session->call(Message::request(method, "{\"uri\":\"" + uri + "\"}"), {}, [](const Result<Message> &) {});
        if (refused)
            m_server->answerError(method, -32002, "no such resource");
        else
            m_server->answer(method, "{}");
    };
    ask("resources/subscribe", "a");
    ask("resources/subscribe", "b");
    ask("resources/subscribe", "c", true);
    QCOMPARE(m_session->subscriptions(), 2);
    ask("resources/unsubscribe", "a");
    ask("resources/unsubscribe", "a");
    QCOMPARE(m_session->subscriptions(), 1);
    m_session->close({Error::Code::Cancelled, QStringLiteral("over")});
    QCOMPARE(m_session->subscriptions(), 0);
}

QTEST_GUILESS_MAIN(tst_upstreamsession)
#include "tst_upstreamsession.moc"
