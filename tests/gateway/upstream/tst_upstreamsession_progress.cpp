// SPDX-License-Identifier: MIT
#include "tests/gateway/upstream/upstreamsessionfixture.h"

#include <QSignalSpy>
#include <QTest>

using namespace pasarela;
using namespace pasarela::test;
using mcp::Message;
using State = UpstreamSession::State;

/// Progress and cancellation of calls to a server played by the test.
class tst_upstreamsession_progress : public QObject, private UpstreamSessionFixture {
    Q_OBJECT

private Q_SLOTS:
    void init() { makeSession(); }
    void cleanup() { m_session.reset(); }

    void progressComesBackUnderTheCallersToken_data();
    void progressComesBackUnderTheCallersToken();
    void noTokenOfTheCallerMeansNoTokenOfOurs();
    void progressAfterTheAnswerIsDropped();
    void progressAndAnswerKeepTheirOrder();

    void cancelTellsTheServerAndForgetsTheCall();
    void refusedCallsCanBeCancelled();
    void initializeIsNeverCancelled();
};

void tst_upstreamsession_progress::progressComesBackUnderTheCallersToken_data()
{
    QTest::addColumn<QByteArray>("token");
    QTest::newRow("string") << QByteArray("\"tok\\u0065n\"");
    QTest::newRow("number") << QByteArray("7");
    QTest::newRow("like one of ours") << QByteArray("\"run-9\"");
}

void tst_upstreamsession_progress::progressComesBackUnderTheCallersToken()
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

void tst_upstreamsession_progress::noTokenOfTheCallerMeansNoTokenOfOurs()
{
    open();
    Outcome outcome;
    call(outcome);
    QVERIFY(!m_server->lines.last().contains("progressToken"));
    m_server->say("{\"jsonrpc\":\"2.0\",\"method\":\"notifications/progress\",\"params\":{\"progressToken\":"
                  + m_server->lastId("tools/call") + ",\"progress\":1}}");
    QVERIFY(outcome.progress.isEmpty());
}

void tst_upstreamsession_progress::progressAfterTheAnswerIsDropped()
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

void tst_upstreamsession_progress::progressAndAnswerKeepTheirOrder()
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

void tst_upstreamsession_progress::cancelTellsTheServerAndForgetsTheCall()
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

void tst_upstreamsession_progress::refusedCallsCanBeCancelled()
{
    Outcome cancelled;
    Outcome other;
    m_session->cancel(call(cancelled), QStringLiteral("not needed"));
    call(other);
    QTRY_COMPARE(other.times, 1);
    QCOMPARE(cancelled.times, 0);
    QVERIFY(m_server->lines.isEmpty());
}

void tst_upstreamsession_progress::initializeIsNeverCancelled()
{
    m_session->start();
    m_session->cancel(1, QStringLiteral("no"));
    QVERIFY(m_server->sent("notifications/cancelled").isEmpty());
    m_server->answer("initialize", initializeResult());
    QCOMPARE(m_session->state(), State::Ready);
}

QTEST_GUILESS_MAIN(tst_upstreamsession_progress)
#include "tst_upstreamsession_progress.moc"
