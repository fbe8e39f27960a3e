// SPDX-License-Identifier: MIT
#include "tests/gateway/bridge/bridgeprocess.h"
#include "tests/integration/gatewayhome.h"
#include "tests/integration/mcplines.h"

#include <QTest>

using namespace pasarela;
using namespace pasarela::test;

/// Requests with ids of every JSON type, as a client sends them, through the real bridge and the real gateway (rules J1
/// and J2): a string or an integer comes back byte for byte, anything else is refused, and the next request is served.
class tst_requestids : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void cleanupTestCase() { m_home.reset(); }

    void eachIdIsAnsweredAndTheNextRequestServed_data();
    void eachIdIsAnsweredAndTheNextRequestServed();
    void aNumberAndTheStringOfItAreTwoRequests();

private:
    std::unique_ptr<GatewayHome> m_home;
};

void tst_requestids::initTestCase()
{
    m_home = std::make_unique<GatewayHome>();
    m_home->configure({{QStringLiteral("one"), {}}});
    QVERIFY(m_home->start());
}

void tst_requestids::eachIdIsAnsweredAndTheNextRequestServed_data()
{
    QTest::addColumn<QByteArray>("id");
    QTest::addColumn<bool>("legal");
    const auto row = [](const char *name, QByteArray id, bool legal) { QTest::newRow(name) << std::move(id) << legal; };
    row("7", "7", true);
    row("-1", "-1", true);
    row("2^53 + 1", "9007199254740993", true);
    row("2^63 - 1", "9223372036854775807", true);
    row("-2^63", "-9223372036854775808", true);
    row("string", "\"seven\"", true);
    row("string of a number", "\"7\"", true);
    row("empty string", "\"\"", true);
    row("escaped string", R"("\u0061\n\"\ud83d\ude00\/")", true);
    row("UTF-8", "\"\xc3\xb1\xe2\x80\xa8\"", true);
    row("longest string", '"' + QByteArray(1022, 'x') + '"', true);

    row("null", "null", false);
    row("true", "true", false);
    row("false", "false", false);
    row("array", "[]", false);
    row("array of a number", "[7]", false);
    row("object", "{}", false);
    row("object with an id", R"({"id":7})", false);
    row("2^63", "9223372036854775808", false);
    row("1e3", "1e3", false);
    row("1.0", "1.0", false);
    row("string of 10 KB", '"' + QByteArray(10240, 'x') + '"', false);
}

void tst_requestids::eachIdIsAnsweredAndTheNextRequestServed()
{
    QFETCH(QByteArray, id);
    QFETCH(bool, legal);
    BridgeProcess client(m_home->home());
    client.start();
    client.say(initializeLine + '\n' + initializedLine + '\n');
    client.say(callLine(id, "one__echo", R"({"message":"first"})") + '\n'
               + callLine("\"next\"", "one__echo", R"({"message":"second"})") + '\n');
    QTRY_VERIFY_WITH_TIMEOUT(hasAnswer(client.lines(), "\"next\"", "second"), 20000);
    if (legal)
        QTRY_VERIFY(hasAnswer(client.lines(), id, "first"));
    else
        QTRY_VERIFY(hasAnswer(client.lines(), "null", R"("code":-32600)"));
    client.closeWriteChannel(); // a bridge that waits for another answer would not end
    QTRY_VERIFY(client.hasEnded());
    QCOMPARE(client.exitCode(), 0);
    QCOMPARE(client.lines().size(), 3);
}

void tst_requestids::aNumberAndTheStringOfItAreTwoRequests()
{
    BridgeProcess client(m_home->home());
    client.start();
    client.say(initializeLine + '\n' + initializedLine + '\n');
    client.say(callLine("1", "one__echo", R"({"message":"number"})") + '\n'
               + callLine("\"1\"", "one__echo", R"({"message":"string"})") + '\n');
    QTRY_VERIFY_WITH_TIMEOUT(hasAnswer(client.lines(), "1", "number"), 20000);
    QTRY_VERIFY(hasAnswer(client.lines(), "\"1\"", "string"));
    QCOMPARE(client.lines().size(), 3);
}

QTEST_GUILESS_MAIN(tst_requestids)
#include "tst_requestids.moc"
