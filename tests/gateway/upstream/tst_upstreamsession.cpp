// SPDX-License-Identifier: MIT
#include "tests/gateway/upstream/upstreamsessionfixture.h"

#include <QSignalSpy>
#include <QTest>

using namespace pasarela;
using namespace pasarela::test;
using namespace std::chrono_literals;
using mcp::Message;
using State = UpstreamSession::State;

/// The client codec against a server played by the test: its states, from the handshake to the end.
class tst_upstreamsession : public QObject, private UpstreamSessionFixture {
    Q_OBJECT

private Q_SLOTS:
    void init() { makeSession(); }
    void cleanup() { m_session.reset(); }

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

    void notificationsArePassedOn();
    void ourNotificationsGoOut();

    void drainingLetsCallsFinish();
    void drainingEndsAtItsLimit();
    void drainingWithoutCallsClosesAtOnce();
    void drainingWhileStartingCloses();
    void goneComesWhenTheTransportHasClosed();
};

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
    m_server->answer("initialize", initializeResult());
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
    m_server->answer("initialize", initializeResult());
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
    m_server->answer("initialize", initializeResult(revision));
    QCOMPARE(m_session->state(), State::Ready);
    QCOMPARE(m_session->server().revision, revision);
}

void tst_upstreamsession::refusesAnAnswerItCannotUse_data()
{
    QTest::addColumn<QByteArray>("result");
    QTest::addColumn<Error::Code>("code");
    QTest::addColumn<QString>("says");
    QTest::newRow("a newer revision") << initializeResult("2026-07-28") << Error::Code::Unsupported
                                      << QStringLiteral("2026-07-28");
    QTest::newRow("an older revision") << initializeResult("2023-01-01") << Error::Code::Unsupported
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
    m_server->answer("initialize", initializeResult());
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

QTEST_GUILESS_MAIN(tst_upstreamsession)
#include "tst_upstreamsession.moc"
