// SPDX-License-Identifier: MIT
#include "gateway/upstream/keepalive.h"

#include "tests/gateway/upstream/upstreamsessionfixture.h"

#include <QSignalSpy>
#include <QTest>

using namespace pasarela;
using namespace std::chrono_literals;
using mcp::Message;
using State = UpstreamSession::State;
using test::Outcome;

/// Whether a server is still there, asked by the session that speaks to it.
class tst_keepalive : public QObject, private test::UpstreamSessionFixture {
    Q_OBJECT

private Q_SLOTS:
    void cleanup() { m_session.reset(); }

    void anIdleServerIsPinged();
    void anyWordIsAnAnswerToAPing();
    void twoPingsWithoutAWordEndTheSession();
    void aServerAtWorkIsNotPinged();
    void aServerThatMayStillWorkOnAGivenUpCallIsNotPinged_data();
    void aServerThatMayStillWorkOnAGivenUpCallIsNotPinged();
    void aGivenUpCallThatIsNeverAnsweredDelaysThePingOnly();
};

namespace {

/// Until another one would have pinged many times.
void letPingsComeDue(const KeepAlive::Times &times)
{
    KeepAlive witness(times);
    QSignalSpy due(&witness, &KeepAlive::pingDue);
    QObject::connect(&witness, &KeepAlive::pingDue, &witness, &KeepAlive::heard);
    witness.start();
    QTRY_VERIFY(due.count() > 9);
}

} // namespace

void tst_keepalive::anIdleServerIsPinged()
{
    UpstreamSession::Options options;
    options.ping = {1ms, 1h};
    makeSession(options);
    open();
    QSignalSpy idle(m_session.get(), &UpstreamSession::idle);
    QTRY_COMPARE(m_server->sent("ping").size(), 1);
    QCOMPARE(m_session->callsInFlight(), 0); // nobody's call: it keeps no session from being idle
    m_server->answer("ping", "{}");
    QCOMPARE(m_session->droppedAnswers(), quint64(0));
    QCOMPARE(idle.count(), 0);
    QCOMPARE(m_session->state(), State::Ready);
}

void tst_keepalive::anyWordIsAnAnswerToAPing()
{
    UpstreamSession::Options options;
    options.ping = {1ms, 1ms};
    makeSession(options);
    const QList<QByteArray> words{R"({"jsonrpc":"2.0","method":"notifications/message","params":{}})", "noise"};
    m_server->onSent = [&words](test::ScriptedTransport &server, const Message &message) {
        if (message.method() != "ping")
            return;
        const qsizetype pings = server.sent("ping").size();
        if (pings % 3 == 0)
            server.answerError("ping", -32601, "no such method");
        else
            server.say(words.at(pings % 3 - 1));
    };
    open();
    QTRY_VERIFY(m_server->sent("ping").size() > 9);
    QCOMPARE(m_session->state(), State::Ready);
}

void tst_keepalive::twoPingsWithoutAWordEndTheSession()
{
    UpstreamSession::Options options;
    options.ping = {1ms, 1ms};
    makeSession(options);
    open();
    m_server->words = "I hang";
    QTRY_COMPARE(m_session->state(), State::Closed);
    QCOMPARE(m_server->sent("ping").size(), 2);
    QVERIFY(m_server->closing);
    QCOMPARE(m_session->closeReason().code, Error::Code::Timeout);
    QVERIFY2(m_session->closeReason().detail.contains(QStringLiteral("I hang")),
             qPrintable(m_session->closeReason().detail));
}

void tst_keepalive::aServerAtWorkIsNotPinged()
{
    UpstreamSession::Options options;
    options.ping = {1ms, 1ms};
    makeSession(options);
    open();
    Outcome outcome;
    call(outcome);
    letPingsComeDue(options.ping);
    QCOMPARE(m_server->sent("ping").size(), 0);
    QCOMPARE(m_session->state(), State::Ready);
    m_server->answer("tools/call", "{}");
    QTRY_VERIFY(m_server->sent("ping").size() > 0);
}

void tst_keepalive::aServerThatMayStillWorkOnAGivenUpCallIsNotPinged_data()
{
    QTest::addColumn<bool>("timesOut");
    QTest::newRow("cancelled") << false;
    QTest::newRow("timed out") << true;
}

void tst_keepalive::aServerThatMayStillWorkOnAGivenUpCallIsNotPinged()
{
    QFETCH(bool, timesOut);
    UpstreamSession::Options options;
    options.ping = {1ms, 1ms, 1h};
    makeSession(options);
    open();
    Outcome outcome;
    const auto id = call(outcome, "tools/call", timesOut ? 1ms : 1h);
    if (timesOut)
        QTRY_COMPARE(outcome.times, 1);
    else
        m_session->cancel(id, QStringLiteral("not needed"));
    QCOMPARE(m_session->callsInFlight(), 0);
    letPingsComeDue(options.ping);
    QCOMPARE(m_server->sent("ping").size(), 0);
    QCOMPARE(m_session->state(), State::Ready);
    m_server->answer("tools/call", "{}"); // it reads again
    QTRY_VERIFY(m_server->sent("ping").size() > 0);
}

void tst_keepalive::aGivenUpCallThatIsNeverAnsweredDelaysThePingOnly()
{
    UpstreamSession::Options options;
    options.ping = {1ms, 1h, 1ms};
    makeSession(options);
    open();
    Outcome outcome;
    m_session->cancel(call(outcome), QStringLiteral("not needed"));
    QTRY_COMPARE(m_server->sent("ping").size(), 1);
}

QTEST_GUILESS_MAIN(tst_keepalive)
#include "tst_keepalive.moc"
