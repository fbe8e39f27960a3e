// SPDX-License-Identifier: MIT
#include "tests/gateway/upstream/upstreamsessionfixture.h"

#include <QSignalSpy>
#include <QTest>

using namespace pasarela;
using namespace pasarela::test;
using mcp::Message;

/// What a server asks of its client, through a session.
class tst_reverserequests : public QObject, private UpstreamSessionFixture {
    Q_OBJECT

private Q_SLOTS:
    void init() { makeSession(); }
    void cleanup() { m_session.reset(); }

    void pingIsAnsweredAtOnce();
    void withoutAHandlerRequestsAreRefused();
    void aRequestIsAnsweredUnderItsOwnId_data();
    void aRequestIsAnsweredUnderItsOwnId();
    void twoOpenRequestsWithOneIdAreRefused();
    void aReplyIsTakenOnce();
    void aWithdrawnRequestIsToldAndItsReplyDropped();
    void aReplyAfterTheEndIsDropped();
    void tooManyOpenRequestsAreRefused();
};

void tst_reverserequests::pingIsAnsweredAtOnce()
{
    open();
    int asked = 0;
    m_session->reverseRequests().setHandler([&asked](const Message &, const ReverseRequests::Reply &) { ++asked; });
    m_server->say("{\"jsonrpc\":\"2.0\",\"id\":\"p\",\"method\":\"ping\"}");
    const Message answer = parsed(m_server->lines.last());
    QCOMPARE(answer.id(), QByteArrayView("\"p\""));
    QCOMPARE(answer.resultBody(), QByteArrayView("{}"));
    QCOMPARE(asked, 0);
}

void tst_reverserequests::withoutAHandlerRequestsAreRefused()
{
    open();
    m_server->say("{\"jsonrpc\":\"2.0\",\"id\":3,\"method\":\"sampling/createMessage\",\"params\":{}}");
    const Message answer = parsed(m_server->lines.last());
    QCOMPARE(answer.id(), QByteArrayView("3"));
    QCOMPARE(answer.at(Message::Field::ErrorCode), QByteArrayView("-32601"));
}

void tst_reverserequests::aRequestIsAnsweredUnderItsOwnId_data()
{
    QTest::addColumn<QByteArray>("id");
    QTest::newRow("number") << QByteArray("0");
    QTest::newRow("string") << QByteArray("\"1\"");
    QTest::newRow("large number") << QByteArray("9007199254740993");
    QTest::newRow("escapes") << QByteArray("\"\\u0061\\/b\"");
}

void tst_reverserequests::aRequestIsAnsweredUnderItsOwnId()
{
    QFETCH(QByteArray, id);
    open();
    ReverseRequests::Reply reply;
    m_session->reverseRequests().setHandler([&reply](const Message &request, ReverseRequests::Reply answer) {
        QCOMPARE(request.method(), QByteArray("roots/list"));
        reply = std::move(answer);
    });
    m_server->say("{\"jsonrpc\":\"2.0\",\"id\":" + id + ",\"method\":\"roots/list\"}");
    QVERIFY(reply);
    reply(Message::result("{\"roots\":[]}"));
    const Message answer = parsed(m_server->lines.last());
    QCOMPARE(answer.id(), QByteArrayView(id));
    QCOMPARE(answer.resultBody(), QByteArrayView("{\"roots\":[]}"));
}

void tst_reverserequests::twoOpenRequestsWithOneIdAreRefused()
{
    open();
    QList<ReverseRequests::Reply> replies;
    m_session->reverseRequests().setHandler(
        [&replies](const Message &, const ReverseRequests::Reply &answer) { replies.append(answer); });
    m_server->say("{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"roots/list\"}");
    m_server->say("{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"roots/list\"}");
    QCOMPARE(replies.size(), 1);
    QCOMPARE(parsed(m_server->lines.last()).at(Message::Field::ErrorCode), QByteArrayView("-32600"));
    replies.first()(Message::result("{}"));
    m_server->say("{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"roots/list\"}"); // free again
    QCOMPARE(replies.size(), 2);
}

void tst_reverserequests::aReplyIsTakenOnce()
{
    open();
    QList<ReverseRequests::Reply> replies;
    m_session->reverseRequests().setHandler(
        [&replies](const Message &, const ReverseRequests::Reply &answer) { replies.append(answer); });
    m_server->say("{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"roots/list\"}");
    replies[0](Message::result("{\"first\":1}"));
    m_server->say("{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"roots/list\"}"); // the same id, another request
    const auto lines = m_server->lines.size();
    replies[0](Message::result("{\"late\":1}"));
    QCOMPARE(m_server->lines.size(), lines);
    replies[1](Message::result("{\"second\":1}"));
    QCOMPARE(parsed(m_server->lines.last()).resultBody(), QByteArrayView("{\"second\":1}"));
}

void tst_reverserequests::aWithdrawnRequestIsToldAndItsReplyDropped()
{
    open();
    ReverseRequests::Reply reply;
    m_session->reverseRequests().setHandler(
        [&reply](const Message &, ReverseRequests::Reply answer) { reply = std::move(answer); });
    QSignalSpy withdrawn(&m_session->reverseRequests(), &ReverseRequests::withdrawn);
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

void tst_reverserequests::aReplyAfterTheEndIsDropped()
{
    open();
    ReverseRequests::Reply reply;
    m_session->reverseRequests().setHandler(
        [&reply](const Message &, ReverseRequests::Reply answer) { reply = std::move(answer); });
    m_server->say("{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"roots/list\"}");
    m_session->close({Error::Code::Cancelled, QStringLiteral("over")});
    const auto lines = m_server->lines.size();
    reply(Message::result("{}"));
    QCOMPARE(m_server->lines.size(), lines);
    m_session.reset();
    reply(Message::result("{}")); // and nothing happens
}

void tst_reverserequests::tooManyOpenRequestsAreRefused()
{
    UpstreamSession::Options options;
    options.reverseLimit = 2;
    makeSession(options);
    open();
    int asked = 0;
    m_session->reverseRequests().setHandler([&asked](const Message &, const ReverseRequests::Reply &) { ++asked; });
    for (int id = 1; id <= 3; ++id)
        m_server->say("{\"jsonrpc\":\"2.0\",\"id\":" + QByteArray::number(id) + ",\"method\":\"roots/list\"}");
    QCOMPARE(asked, 2);
    QCOMPARE(parsed(m_server->lines.last()).id(), QByteArrayView("3"));
    QCOMPARE(parsed(m_server->lines.last()).kind(), Message::Kind::Error);
}

QTEST_GUILESS_MAIN(tst_reverserequests)
#include "tst_reverserequests.moc"
