// SPDX-License-Identifier: MIT
#include "gateway/mcp/batch.h"
#include "gateway/mcp/jsonrpcerror.h"

#include <QTest>

using namespace pasarela;
using namespace pasarela::mcp;

/// A batch as its messages (rule J3; JSON-RPC 2.0, section 6).
class tst_batch : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void aBatchIsAFaultThatHoldsItsArray();
    void readsEachMessageByItself();
    void refusesAnEmptyBatchAndOneThatIsTooLong();
    void aBatchInABatchIsNoMessage();
};

namespace {

constexpr char ping[] = R"({"jsonrpc":"2.0","id":7,"method":"ping"})";

QByteArray batchOf(qsizetype count)
{
    QByteArrayList items;
    for (qsizetype i = 0; i < count; ++i)
        items.append(ping);
    return '[' + items.join(',') + ']';
}

} // namespace

void tst_batch::aBatchIsAFaultThatHoldsItsArray()
{
    const auto parsed = Message::parse(" [1, {}] ");
    const auto *fault = std::get_if<MessageFault>(&parsed);
    QVERIFY(fault);
    QCOMPARE(fault->code, invalidRequest);
    QCOMPARE(fault->batch, QByteArray("[1, {}]"));
    const auto single = Message::parse("{}");
    QVERIFY(std::get<MessageFault>(single).batch.isEmpty());
}

void tst_batch::readsEachMessageByItself()
{
    const auto parts =
        readBatch(QByteArray("[") + ping + R"(, 5 ,{"jsonrpc":"2.0","id":"b","id":"c","method":"ping"},)"
                  + R"({"jsonrpc":"2.0","id":8},{"jsonrpc":"2.0","method":"notifications/initialized"}])");
    QCOMPARE(parts.size(), size_t(5));
    QCOMPARE(std::get<Message>(parts[0]).bytes(), QByteArray(ping));
    QCOMPARE(std::get<MessageFault>(parts[1]).code, invalidRequest);
    QVERIFY(std::get<MessageFault>(parts[2]).what.contains("twice"));
    QCOMPARE(std::get<MessageFault>(parts[3]).id, QByteArray("8"));
    QCOMPARE(std::get<Message>(parts[4]).kind(), Message::Kind::Notification);
}

void tst_batch::refusesAnEmptyBatchAndOneThatIsTooLong()
{
    QCOMPARE(readBatch(batchOf(maxBatchSize)).size(), size_t(maxBatchSize));
    for (const QByteArray &refused : {QByteArray("[]"), batchOf(maxBatchSize + 1)}) {
        const auto parts = readBatch(refused);
        QCOMPARE(parts.size(), size_t(1));
        QCOMPARE(std::get<MessageFault>(parts.front()).code, invalidRequest);
    }
}

void tst_batch::aBatchInABatchIsNoMessage()
{
    const auto parts = readBatch(QByteArray("[[") + ping + "]]");
    QCOMPARE(parts.size(), size_t(1));
    QVERIFY(std::get<MessageFault>(parts.front()).batch.isEmpty());
}

QTEST_GUILESS_MAIN(tst_batch)
#include "tst_batch.moc"
