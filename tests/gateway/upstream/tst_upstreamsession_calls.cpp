// SPDX-License-Identifier: MIT
#include "gateway/mcp/calloutcome.h"
#include "tests/gateway/upstream/upstreamsessionfixture.h"

#include <QSignalSpy>
#include <QTest>

using namespace pasarela;
using namespace pasarela::test;
using namespace std::chrono_literals;
using mcp::Message;
using State = UpstreamSession::State;

/// Calls to a server played by the test: each is answered exactly once, whatever happens.
class tst_upstreamsession_calls : public QObject, private UpstreamSessionFixture {
    Q_OBJECT

private Q_SLOTS:
    void init() { makeSession(); }
    void cleanup() { m_session.reset(); }

    void aCallHasAnIdOfOurs();
    void answersGoToTheirCallsWhateverTheOrder();
    void aServersErrorIsAnAnswer();
    void editsAreAppliedAndTheRestStaysAsItWas();
    void doneIsNeverCalledBeforeCallReturns_data();
    void doneIsNeverCalledBeforeCallReturns();
    void lateUnknownAndForeignAnswersAreDroppedAndCounted_data();
    void lateUnknownAndForeignAnswersAreDroppedAndCounted();
    void anAnswerThatIsBrokenFailsItsCallOnly();
    void aResultThatIsNoObjectFailsItsCall_data();
    void aResultThatIsNoObjectFailsItsCall();
    void anErrorThatMcpDoesNotAllowFailsItsCall_data();
    void anErrorThatMcpDoesNotAllowFailsItsCall();
    void takesBatchesWhereTheRevisionHasThem();
    void aBatchOfAnotherRevisionFailsTheCallsItAnswers();
    void noiseIsSkipped();
    void aServerThatNeverAnswersIsCancelledAtTheDeadline();
    void aCallsOwnTimeoutCounts();
    void answersEveryPendingCallWhenTheTransportCloses();
    void closingAnswersEveryPendingCall();
    void whateverEndsASentToolCallSaysThatItsOutcomeIsUnknown_data();
    void whateverEndsASentToolCallSaysThatItsOutcomeIsUnknown();
    void aToolCallThatIsNotSentSaysSo_data();
    void aToolCallThatIsNotSentSaysSo();
    void aCallbackMayDestroyTheSession_data();
    void aCallbackMayDestroyTheSession();
    void aServerThatDoesNotReadGetsNoMoreCalls();
    void tellsWhenTheLastCallHasEnded();
    void countsSubscriptions();
};

void tst_upstreamsession_calls::aCallHasAnIdOfOurs()
{
    open();
    Outcome outcome;
    m_session->call(parsed("{\"jsonrpc\":\"2.0\",\"id\":5,\"method\":\"tools/list\"}"), {}, outcome.done());
    QCOMPARE(m_server->lastId("tools/list"), QByteArray("\"run-2\"")); // 1 was initialize
    m_server->answer("tools/list", "{\"tools\":[]}");
    QCOMPARE(outcome.times, 1);
    QCOMPARE(outcome.result(), QByteArray("{\"tools\":[]}"));
}

void tst_upstreamsession_calls::answersGoToTheirCallsWhateverTheOrder()
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

void tst_upstreamsession_calls::aServersErrorIsAnAnswer()
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

void tst_upstreamsession_calls::editsAreAppliedAndTheRestStaysAsItWas()
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

void tst_upstreamsession_calls::doneIsNeverCalledBeforeCallReturns_data()
{
    QTest::addColumn<bool>("closed");
    QTest::newRow("not open yet") << false;
    QTest::newRow("closed") << true;
}

void tst_upstreamsession_calls::doneIsNeverCalledBeforeCallReturns()
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

void tst_upstreamsession_calls::lateUnknownAndForeignAnswersAreDroppedAndCounted_data()
{
    QTest::addColumn<QByteArray>("id");
    QTest::newRow("late") << QByteArray("\"run-2\"");
    QTest::newRow("unknown") << QByteArray("\"run-77\"");
    QTest::newRow("of another run") << QByteArray("\"nur-3\"");
    QTest::newRow("a number") << QByteArray("3");
}

void tst_upstreamsession_calls::lateUnknownAndForeignAnswersAreDroppedAndCounted()
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

void tst_upstreamsession_calls::anAnswerThatIsBrokenFailsItsCallOnly()
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

void tst_upstreamsession_calls::aResultThatIsNoObjectFailsItsCall_data()
{
    QTest::addColumn<QByteArray>("result");
    for (const char *result : {"null", "[]", "\"done\"", "5", "true"})
        QTest::newRow(result) << QByteArray(result);
}

void tst_upstreamsession_calls::aResultThatIsNoObjectFailsItsCall()
{
    QFETCH(QByteArray, result);
    open();
    Outcome outcome;
    call(outcome);
    m_server->answer("tools/call", result);
    QCOMPARE(outcome.times, 1);
    QCOMPARE(outcome.error().code, Error::Code::ProtocolViolation);
    QVERIFY2(outcome.error().detail.contains(QStringLiteral("no object")), qPrintable(outcome.error().detail));
    QCOMPARE(m_session->state(), State::Ready);
}

void tst_upstreamsession_calls::anErrorThatMcpDoesNotAllowFailsItsCall_data()
{
    QTest::addColumn<QByteArray>("error");
    QTest::addColumn<QString>("says");
    const auto row = [](const char *error, const char *says) {
        QTest::newRow(error) << QByteArray(error) << QString::fromLatin1(says);
    };
    row("{}", "no text");
    row(R"({"code":-32603})", "no text");
    row(R"({"code":-32603,"message":5})", "no text");
    row(R"({"code":-32603,"message":null})", "no text");
    row(R"({"code":-32603,"message":{"text":"full"}})", "no text");
    row(R"({"message":"disk full"})", "It says: \"disk full\".");
    row(R"({"code":1.5,"message":"disk full"})", "It says: \"disk full\".");
    row(R"({"code":"x","message":"disk full"})", "It says: \"disk full\".");
    row(R"({"code":null,"message":"disk full"})", "It says: \"disk full\".");
    row(R"({"code":9007199254740992,"message":"disk full"})", "It says: \"disk full\".");
    row(R"({"code":1e400,"message":""})", "no whole number");
    row("null", "the error is no object");
    row("[]", "the error is no object");
    row("5", "the error is no object");
    row(R"("disk full")", "the error is no object");
}

void tst_upstreamsession_calls::anErrorThatMcpDoesNotAllowFailsItsCall()
{
    QFETCH(QByteArray, error);
    QFETCH(QString, says);
    open();
    Outcome outcome;
    call(outcome);
    m_server->say("{\"jsonrpc\":\"2.0\",\"id\":" + m_server->lastId("tools/call") + ",\"error\":" + error + '}');
    QCOMPARE(outcome.times, 1);
    QCOMPARE(outcome.error().code, Error::Code::ProtocolViolation);
    QVERIFY2(outcome.error().detail.contains(says), qPrintable(outcome.error().detail));
    QCOMPARE(m_session->state(), State::Ready);
}

void tst_upstreamsession_calls::aBatchOfAnotherRevisionFailsTheCallsItAnswers()
{
    open();
    Outcome answered;
    Outcome waiting;
    call(answered);
    const QByteArray id = m_server->lastId("tools/call");
    call(waiting);
    m_server->say("[{\"jsonrpc\":\"2.0\",\"id\":" + id + ",\"result\":{}}]");
    QCOMPARE(answered.times, 1);
    QCOMPARE(answered.error().code, Error::Code::ProtocolViolation);
    QVERIFY2(answered.error().detail.contains(QLatin1String("batch")), qPrintable(answered.error().detail));
    QCOMPARE(waiting.times, 0);
    QCOMPARE(m_session->state(), State::Ready);
}

void tst_upstreamsession_calls::takesBatchesWhereTheRevisionHasThem()
{
    m_session->start();
    m_server->answer("initialize", initializeResult("2025-03-26", "{\"tools\":{}}"));
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

void tst_upstreamsession_calls::noiseIsSkipped()
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

void tst_upstreamsession_calls::aServerThatNeverAnswersIsCancelledAtTheDeadline()
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

void tst_upstreamsession_calls::aCallsOwnTimeoutCounts()
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

void tst_upstreamsession_calls::answersEveryPendingCallWhenTheTransportCloses()
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
                 QStringLiteral("The program \"fake\" ended with exit code 7. It said last: \"out of memory\". ")
                     + mcp::unknownOutcome());
    }
    QCOMPARE(m_session->callsInFlight(), 0);
}

void tst_upstreamsession_calls::closingAnswersEveryPendingCall()
{
    open();
    Outcome outcome;
    call(outcome);
    m_session->close({Error::Code::Cancelled, QStringLiteral("restarted")});
    QCOMPARE(outcome.times, 1);
    QCOMPARE(outcome.error().detail, QStringLiteral("restarted. ") + mcp::unknownOutcome());
    QCOMPARE(m_session->closeReason().detail, QStringLiteral("restarted"));
    QCOMPARE(m_session->state(), State::Closed);
    QVERIFY(m_server->closing);
    m_server->say("{\"jsonrpc\":\"2.0\",\"id\":\"run-2\",\"result\":{}}");
    QCOMPARE(outcome.times, 1);
}

void tst_upstreamsession_calls::whateverEndsASentToolCallSaysThatItsOutcomeIsUnknown_data()
{
    QTest::addColumn<std::function<void(UpstreamSession &, ScriptedTransport &)>>("happens");
    const auto row = [](const char *name, std::function<void(UpstreamSession &, ScriptedTransport &)> happens) {
        QTest::newRow(name) << std::move(happens);
    };
    const auto answer = [](const QByteArray &rest) {
        return [rest](UpstreamSession &, ScriptedTransport &server) {
            for (const char *method : {"tools/call", "tools/list"})
                server.say("{\"jsonrpc\":\"2.0\",\"id\":" + server.lastId(method) + rest + '}');
        };
    };
    row("the program's end", [](UpstreamSession &, ScriptedTransport &server) { server.end(); });
    row("closing", [](UpstreamSession &session, ScriptedTransport &) {
        session.close({Error::Code::Cancelled, QStringLiteral("\"one\" was restarted.")});
    });
    row("the end of draining", [](UpstreamSession &session, ScriptedTransport &) { session.drain(1ms); });
    row("its deadline", [](UpstreamSession &, ScriptedTransport &) {}); // see below
    row("a result that is no object", answer(",\"result\":5"));
    row("an answer that can be read two ways", answer(",\"result\":{\"a\":1,\"a\":2}"));
    row("an error without code and message", answer(",\"error\":{}"));
    row("an answer with its id twice", [](UpstreamSession &, ScriptedTransport &server) {
        for (const char *method : {"tools/call", "tools/list"}) {
            const QByteArray id = "\"id\":" + server.lastId(method);
            server.say("{\"jsonrpc\":\"2.0\"," + id + ",\"result\":{}," + id + '}');
        }
    });
    row("an answer that breaks off", answer(",\"result\":{\"a\":"));
}

void tst_upstreamsession_calls::whateverEndsASentToolCallSaysThatItsOutcomeIsUnknown()
{
    using Happens = std::function<void(UpstreamSession &, ScriptedTransport &)>;
    QFETCH(Happens, happens);
    open();
    Outcome tool;
    Outcome list;
    const bool byDeadline = QTest::currentDataTag() == QByteArray("its deadline");
    call(tool, "tools/call", byDeadline ? 1ms : 10min);
    call(list, "tools/list", byDeadline ? 1ms : 10min);
    happens(*m_session, *m_server);
    QTRY_COMPARE(tool.times, 1);
    QTRY_COMPARE(list.times, 1);
    const QString said = tool.error().detail;
    QVERIFY2(said.endsWith(u' ' + mcp::unknownOutcome()), qPrintable(said));
    QVERIFY2(!said.contains(QLatin1String("repeat"), Qt::CaseInsensitive), qPrintable(said));
    QVERIFY2(!said.contains(QLatin1String("try again"), Qt::CaseInsensitive), qPrintable(said));
    // What acts on nothing may be asked again by anybody, and why the session ended is no matter of one call.
    QVERIFY(!list.error().detail.isEmpty());
    QVERIFY2(!list.error().detail.contains(mcp::unknownOutcome()), qPrintable(list.error().detail));
    QVERIFY(!m_session->closeReason().detail.contains(mcp::unknownOutcome()));
}

void tst_upstreamsession_calls::aToolCallThatIsNotSentSaysSo_data()
{
    QTest::addColumn<QString>("state");
    for (const char *state : {"not open yet", "closed", "does not read"})
        QTest::newRow(state) << QString::fromLatin1(state);
}

void tst_upstreamsession_calls::aToolCallThatIsNotSentSaysSo()
{
    QFETCH(QString, state);
    if (state != QLatin1String("not open yet"))
        open();
    if (state == QLatin1String("closed"))
        m_server->end();
    m_server->queued = state == QLatin1String("does not read") ? UpstreamSession::Options().queueLimit + 1 : 0;
    Outcome tool;
    Outcome list;
    call(tool);
    call(list, "tools/list");
    QTRY_COMPARE(tool.times, 1);
    QTRY_COMPARE(list.times, 1);
    QVERIFY(m_server->sent("tools/call").isEmpty());
    QCOMPARE(tool.error(), mcp::notSent(list.error()));
    QVERIFY2(tool.error().detail.contains(QLatin1String("was not done")), qPrintable(tool.error().detail));
}

void tst_upstreamsession_calls::aCallbackMayDestroyTheSession_data()
{
    QTest::addColumn<QString>("event");
    QTest::newRow("an answer") << QStringLiteral("answer");
    QTest::newRow("the program's end") << QStringLiteral("end");
    QTest::newRow("a deadline") << QStringLiteral("deadline");
}

void tst_upstreamsession_calls::aCallbackMayDestroyTheSession()
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

void tst_upstreamsession_calls::aServerThatDoesNotReadGetsNoMoreCalls()
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

void tst_upstreamsession_calls::tellsWhenTheLastCallHasEnded()
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

void tst_upstreamsession_calls::countsSubscriptions()
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

QTEST_GUILESS_MAIN(tst_upstreamsession_calls)
#include "tst_upstreamsession_calls.moc"
