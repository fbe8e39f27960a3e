// SPDX-License-Identifier: MIT
#include "tests/gateway/bridge/bridgeprocess.h"
#include "tests/integration/gatewayhome.h"

#include <QTest>

#include <algorithm>

using namespace pasarela;
using namespace pasarela::test;

namespace {

QByteArray initializeLine(const QByteArray &version)
{
    return R"({"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":")" + version
        + R"(","capabilities":{},"clientInfo":{"name":"test","version":"1"}}})"
          "\n"
          R"({"jsonrpc":"2.0","method":"notifications/initialized"})"
          "\n";
}

QByteArray call(const QByteArray &id, const QByteArray &tool, const QByteArray &text)
{
    return R"({"jsonrpc":"2.0","id":)" + id + R"(,"method":"tools/call","params":{"name":")" + tool
        + R"(","arguments":{"message":")" + text + R"("}}})";
}

QByteArray ping(const QByteArray &id)
{
    return R"({"jsonrpc":"2.0","id":)" + id + R"(,"method":"ping"})";
}

QByteArray batch(const QByteArrayList &messages)
{
    return '[' + messages.join(',') + "]\n";
}

/// How many of `lines` answer `id` (raw) and hold `part`.
qsizetype answers(const QByteArrayList &lines, const QByteArray &id, const QByteArray &part)
{
    return std::count_if(lines.begin(), lines.end(), [&](const QByteArray &line) {
        return line.startsWith(R"({"jsonrpc":"2.0","id":)" + id + ',') && line.contains(part);
    });
}

} // namespace

/// Batches (rule J3) through the real bridge and the real gateway, who must agree on who answers what: a bridge that
/// counts otherwise ends too early, or too late.
class tst_bridgebatch : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init();
    void cleanup() { m_home.reset(); }

    void everyAnswerIsDeliveredAfterEndOfFile();
    void aBatchIsRefusedOnceWhereTheRevisionHasNone();
    void everyRequestIsAnsweredWhenTheGatewayIsKilled();

private:
    std::unique_ptr<GatewayHome> m_home;
};

void tst_bridgebatch::init()
{
    m_home = std::make_unique<GatewayHome>();
    m_home->configure({{QStringLiteral("one"), {}},
                       {QStringLiteral("silent"), {QStringLiteral("--never-answer"), QStringLiteral("tools/call")}}});
    QVERIFY(m_home->start());
}

void tst_bridgebatch::everyAnswerIsDeliveredAfterEndOfFile()
{
    BridgeProcess client(m_home->home());
    client.start();
    client.say(initializeLine("2025-03-26") + call("1", "one__echo", "warm") + '\n');
    QTRY_VERIFY_WITH_TIMEOUT(answers(client.lines(), "1", "warm") == 1, 20000);
    client.say(batch({call("2", "one__echo", "two"), R"({"jsonrpc":"2.0","method":"notifications/x"})", "5",
                      R"({"jsonrpc":"2.0","id":3})", call("\"2\"", "one__echo", "three"), '[' + ping("4") + ']'})
               + batch({R"({"jsonrpc":"2.0","method":"notifications/x"})"}) + batch({}) + "[{\n"
               + batch(QByteArrayList(101, ping("6"))) + batch({ping("7"), call("8", "one__echo", "eight")}));
    client.closeWriteChannel();
    QTRY_VERIFY_WITH_TIMEOUT(client.hasEnded(), 20000);
    QCOMPARE(client.exitCode(), 0);
    const QByteArrayList lines = client.lines();
    QCOMPARE(answers(lines, "2", "two"), 1);
    QCOMPARE(answers(lines, "\"2\"", "three"), 1);
    QCOMPARE(answers(lines, "3", "-32600"), 1);
    QCOMPARE(answers(lines, "7", "{}"), 1);
    QCOMPARE(answers(lines, "8", "eight"), 1);
    QCOMPARE(answers(lines, "null", "error"), 5); // 5, the batch in the batch, none in it, no JSON, too many
    QCOMPARE(answers(lines, "4", "") + answers(lines, "6", ""), 0);
}

void tst_bridgebatch::aBatchIsRefusedOnceWhereTheRevisionHasNone()
{
    BridgeProcess client(m_home->home());
    client.start();
    client.say(initializeLine("2025-06-18"));
    QTRY_COMPARE_WITH_TIMEOUT(client.lines().size(), 1, 20000);
    client.say(batch({ping("1"), ping("2")}));
    client.closeWriteChannel();
    QTRY_VERIFY_WITH_TIMEOUT(client.hasEnded(), 20000);
    QCOMPARE(client.exitCode(), 0);
    QCOMPARE(client.lines().size(), 2);
    QCOMPARE(answers(client.lines(), "null", "-32600"), 1);
}

void tst_bridgebatch::everyRequestIsAnsweredWhenTheGatewayIsKilled()
{
    BridgeProcess client(m_home->home(), {QStringLiteral("--no-start")});
    client.start();
    client.say(initializeLine("2025-03-26"));
    QTRY_COMPARE_WITH_TIMEOUT(client.lines().size(), 1, 20000);
    client.say(batch({call("1", "silent__echo", "x"), call("2", "silent__echo", "x"), ping("3")}));
    QTRY_VERIFY_WITH_TIMEOUT(answers(client.lines(), "3", "{}") == 1, 20000);
    m_home->killGateway();
    QTRY_VERIFY(answers(client.lines(), "1", "P-204") == 1 && answers(client.lines(), "2", "P-204") == 1);
    QCOMPARE(answers(client.lines(), "3", ""), 1);
}

QTEST_GUILESS_MAIN(tst_bridgebatch)
#include "tst_bridgebatch.moc"
