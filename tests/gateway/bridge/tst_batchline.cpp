// SPDX-License-Identifier: MIT
#include "gateway/bridge/batchline.h"

#include "gateway/ipc/link.h"
#include "gateway/mcp/batch.h"

#include <QTest>

using namespace pasarela;

namespace {

QByteArray batchOf(qsizetype count)
{
    QByteArrayList members(count, R"({"jsonrpc":"2.0","id":1,"method":"ping"})");
    return '[' + members.join(',') + ']';
}

} // namespace

/// A client's batch as its messages (rule J3).
class tst_batchline : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void readsEachMessageByItself();
    void takesNothingForABatchThatTheGatewayRefusesWhole_data();
    void takesNothingForABatchThatTheGatewayRefusesWhole();
    void agreesWithTheGatewayOnHowMuchABatchHolds();
    void aLineThatIsNoBatchIsItsOnlyMessage();
    void noMemberIsTheLinksOwn();
    void holdsNoBatchOverTheLimit();
};

void tst_batchline::readsEachMessageByItself()
{
    const auto messages = messagesOf(ClientLine::of(
        " \t[ {\"method\":\"tools/call\",\"id\":\"a,]\",\"params\":{\"x\":[1,2]}} "
        ",{\"method\":\"notifications/cancelled\","
        "\"params\":{\"requestId\":3}}, {\"result\":{},\"id\":4} , 5,[{\"method\":\"ping\",\"id\":6}] ]\r"));
    using Kind = mcp::MessageScanner::Kind;
    QCOMPARE(messages.size(), size_t(5));
    QCOMPARE(messages[0].kind(), Kind::Request);
    QCOMPARE(messages[0].id(), QByteArray("\"a,]\""));
    QCOMPARE(messages[0].method(), QByteArray("tools/call"));
    QCOMPARE(messages[1].kind(), Kind::Notification);
    QCOMPARE(messages[1].copy().trimmed(),
             QByteArray(R"({"method":"notifications/cancelled","params":{"requestId":3}})"));
    QCOMPARE(messages[2].kind(), Kind::Response);
    QCOMPARE(messages[3].kind(), Kind::Unknown);
    QCOMPARE(messages[4].kind(), Kind::Unknown); // a batch in a batch is no message
}

void tst_batchline::takesNothingForABatchThatTheGatewayRefusesWhole_data()
{
    QTest::addColumn<QByteArray>("line");
    QTest::newRow("empty") << QByteArray("[]");
    QTest::newRow("no end") << QByteArray(R"([{"method":"ping","id":1})");
    QTest::newRow("no JSON") << QByteArray(R"([{"method":"ping","id":1},])");
    QTest::newRow("something behind it") << QByteArray(R"([{"method":"ping","id":1}] 2)");
    QTest::newRow("too many") << batchOf(mcp::maxBatchSize + 1);
}

void tst_batchline::takesNothingForABatchThatTheGatewayRefusesWhole()
{
    QFETCH(QByteArray, line);
    QCOMPARE(batchMembers(line), QList<QByteArray>());
    const auto messages = messagesOf(ClientLine::of(line));
    QCOMPARE(messages.size(), size_t(1));
    QCOMPARE(messages.front().kind(), mcp::MessageScanner::Kind::Unknown);
}

void tst_batchline::agreesWithTheGatewayOnHowMuchABatchHolds()
{
    const QByteArray most = batchOf(mcp::maxBatchSize);
    QCOMPARE(batchMembers(most).size(), mcp::maxBatchSize);
    QCOMPARE(mcp::readBatch(most).size(), size_t(mcp::maxBatchSize));
    QCOMPARE(mcp::readBatch(batchOf(mcp::maxBatchSize + 1)).size(), size_t(1));
}

void tst_batchline::aLineThatIsNoBatchIsItsOnlyMessage()
{
    for (const QByteArray &line : {QByteArray(R"({"method":"ping","id":1,"params":[[1]]})"), QByteArray("x [1]"),
                                   QByteArray("\"[1]\""), QByteArray()}) {
        QVERIFY(ClientLine::of(line).batch().isEmpty());
        QCOMPARE(messagesOf(ClientLine::of(line)).size(), size_t(1));
    }
}

void tst_batchline::noMemberIsTheLinksOwn()
{
    const QByteArray eof = link::encode(link::InBand::Eof);
    const auto members = batchMembers('[' + eof + ',' + eof + ']');
    QCOMPARE(members.size(), 2);
    for (const QByteArray &member : members)
        QCOMPARE(int(link::inBandLine(member)), int(link::InBand::None));
}

void tst_batchline::holdsNoBatchOverTheLimit()
{
    const QByteArray head = R"([{"method":"ping","id":1,"params":{"t":")";
    const QByteArray tail = R"("}}])";
    const QByteArray most = head + QByteArray(ClientLine::copyLimit - head.size() - tail.size(), 'x') + tail;
    QCOMPARE(ClientLine::of(most).batch(), most);
    QCOMPARE(ClientLine::of(most + ' ').batch(), QByteArray());
}

QTEST_GUILESS_MAIN(tst_batchline)
#include "tst_batchline.moc"
