// SPDX-License-Identifier: MIT
#include "gateway/mcp/messagescanner.h"

#include <QTest>

using namespace pasarela;
using namespace pasarela::mcp;
using Kind = MessageScanner::Kind;

class tst_messagescanner : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void findsWhatAMessageIs_data();
    void findsWhatAMessageIs();
    void findsTheSameWhereverTheLineIsCut_data() { findsWhatAMessageIs_data(); }
    void findsTheSameWhereverTheLineIsCut();
    void seesAnIdOverTheLimitWithoutKeepingIt();
    void keepsAnIdOfTheLimit();
    void knowsNoMethodOfAbsurdLength();
    void isDecidedBeforeTheBodyWhereTheHeadComesFirst_data();
    void isDecidedBeforeTheBodyWhereTheHeadComesFirst();
    void isNotDecidedWhileAnIdMayFollow();
    void isNotDecidedWithinANumber();
    void tellsAnErrorFromAResult();
    void startsAnewAfterReset();
};

namespace {

MessageScanner scanned(const QByteArray &line)
{
    MessageScanner scanner;
    scanner.feed(line);
    return scanner;
}

} // namespace

void tst_messagescanner::findsWhatAMessageIs_data()
{
    QTest::addColumn<QByteArray>("line");
    QTest::addColumn<int>("kind");
    QTest::addColumn<QByteArray>("id");
    QTest::addColumn<QByteArray>("method");
    const auto row = [](const char *name, QByteArray line, Kind kind, QByteArray id, QByteArray method) {
        QTest::newRow(name) << line << static_cast<int>(kind) << id << method;
    };
    row("head first", R"({"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"x"}})", Kind::Request, "1",
        "tools/call");
    row("method first, id last", R"({"method":"tools/call","params":{"id":9,"method":"no"},"jsonrpc":"2.0","id":17})",
        Kind::Request, "17", "tools/call");
    row("id first", R"({"id":"a","method":"ping"})", Kind::Request, R"("a")", "ping");
    row("white space", " \t{ \"id\" : 3 ,\t\"method\" : \"ping\" } \r", Kind::Request, "3", "ping");
    row("a number is not its string", R"({"id":"1","method":"ping"})", Kind::Request, R"("1")", "ping");
    row("negative", R"({"method":"ping","id":-5})", Kind::Request, "-5", "ping");
    row("big integer", R"({"method":"ping","id":12345678901234567890})", Kind::Request, "12345678901234567890", "ping");
    row("fraction", R"({"method":"ping","id":1.0e0})", Kind::Request, "1.0e0", "ping");
    row("null", R"({"id":null,"method":"ping"})", Kind::Request, "null", "ping");
    row("empty string", R"({"id":"","method":"ping"})", Kind::Request, R"("")", "ping");
    row("quotes and braces in the id", R"({"id":"a\"}],{\\","method":"ping"})", Kind::Request, R"("a\"}],{\\")",
        "ping");
    row("an object is no id", R"({"id":{"id":4},"method":"ping"})", Kind::Notification, "", "ping");
    row("escaped names", R"({"\u0069d":7,"m\u0065thod":"pi\u006eg"})", Kind::Request, "7", "ping");
    row("names as values", R"({"jsonrpc":"id","x":"method","params":["id","method"]})", Kind::Unknown, "", "");
    row("names in nested objects", R"({"params":{"id":1,"method":"a","result":2,"error":{}},"method":"b"})",
        Kind::Notification, "", "b");
    row("strings full of syntax", R"({"params":{"t":"}]\"id\":5,\\"},"method":"a","id":6})", Kind::Request, "6", "a");
    row("an empty object on the way", R"({"params":{},"x":[],"method":"a","id":6})", Kind::Request, "6", "a");
    row("notification", R"({"jsonrpc":"2.0","method":"notifications/initialized"})", Kind::Notification, "",
        "notifications/initialized");
    row("result first", R"({"result":{"method":"x"},"jsonrpc":"2.0","id":"r5-1"})", Kind::Response, R"("r5-1")", "");
    row("error", R"({"jsonrpc":"2.0","id":2,"error":{"code":1,"message":"x"}})", Kind::Response, "2", "");
    row("error without an id", R"({"jsonrpc":"2.0","id":null,"error":{"code":1,"message":"x"}})", Kind::Response,
        "null", "");
    row("empty", "", Kind::Unknown, "", "");
    row("empty object", "{}", Kind::Unknown, "", "");
    row("batch", R"([{"id":1,"method":"ping"}])", Kind::Unknown, "", "");
    row("text", "hello \"id\": 1, method", Kind::Unknown, "", "");
    row("a string", R"("id")", Kind::Unknown, "", "");
    row("closed too often", R"(}}]{"id":1,"method":"a"})", Kind::Unknown, "", "");
    row("a second object", R"({} {"id":1,"method":"a"})", Kind::Unknown, "", "");
    row("text before an object", R"(log: {"id":1,"method":"a"})", Kind::Unknown, "", "");
    row("cut short", R"({"id":1,"meth)", Kind::Unknown, "1", "");
    row("an id twice", R"({"id":1,"x":0,"id":2,"method":"a"})", Kind::Request, "", "a");
    row("an id that is no JSON", R"({"id":tru,"method":"a"})", Kind::Request, "", "a");
    row("an id that is no UTF-8", "{\"id\":\"\xff\",\"method\":\"a\"}", Kind::Request, "", "a");
    row("an id with a control character", "{\"id\":\"a\x01\",\"method\":\"a\"}", Kind::Request, "", "a");
    row("in-band", R"({"pasarelaLink":"eof"})", Kind::Unknown, "", "");
}

void tst_messagescanner::findsWhatAMessageIs()
{
    QFETCH(QByteArray, line);
    const MessageScanner scanner = scanned(line);
    QTEST(static_cast<int>(scanner.kind()), "kind");
    QTEST(scanner.id(), "id");
    QTEST(scanner.method(), "method");
}

void tst_messagescanner::findsTheSameWhereverTheLineIsCut()
{
    QFETCH(QByteArray, line);
    for (qsizetype cut = 0; cut <= line.size(); ++cut) {
        MessageScanner scanner;
        scanner.feed(QByteArrayView(line).first(cut));
        scanner.feed(QByteArrayView(line).sliced(cut));
        QTEST(static_cast<int>(scanner.kind()), "kind");
        QTEST(scanner.id(), "id");
        QTEST(scanner.method(), "method");
    }
    MessageScanner scanner;
    for (const char &c : line)
        scanner.feed(QByteArrayView(&c, 1));
    QTEST(static_cast<int>(scanner.kind()), "kind");
    QTEST(scanner.id(), "id");
    QTEST(scanner.method(), "method");
}

void tst_messagescanner::seesAnIdOverTheLimitWithoutKeepingIt()
{
    const QByteArray tooLong = '"' + QByteArray(MessageScanner::idLimit - 1, 'i') + '"';
    const MessageScanner scanner = scanned("{\"id\":" + tooLong + ",\"method\":\"ping\"}");
    QCOMPARE(scanner.kind(), Kind::Request);
    QCOMPARE(scanner.id(), QByteArray());
    QCOMPARE(scanner.method(), QByteArray("ping"));
}

void tst_messagescanner::keepsAnIdOfTheLimit()
{
    const QByteArray longest = '"' + QByteArray(MessageScanner::idLimit - 2, 'i') + '"';
    QCOMPARE(scanned("{\"id\":" + longest + ",\"method\":\"ping\"}").id(), longest);
}

void tst_messagescanner::knowsNoMethodOfAbsurdLength()
{
    const MessageScanner scanner = scanned("{\"id\":1,\"method\":\"" + QByteArray(100000, 'm') + "\"}");
    QCOMPARE(scanner.kind(), Kind::Request);
    QCOMPARE(scanner.method(), QByteArray());
    const MessageScanner key = scanned("{\"" + QByteArray(100000, 'k') + "\":1,\"id\":2,\"method\":\"ping\"}");
    QCOMPARE(key.id(), QByteArray("2"));
}

void tst_messagescanner::isDecidedBeforeTheBodyWhereTheHeadComesFirst_data()
{
    QTest::addColumn<QByteArray>("head");
    QTest::addColumn<int>("kind");
    QTest::newRow("result") << QByteArray(R"({"jsonrpc":"2.0","id":12,"result")") << static_cast<int>(Kind::Response);
    QTest::newRow("error") << QByteArray(R"({"jsonrpc":"2.0","id":12,"error")") << static_cast<int>(Kind::Response);
    QTest::newRow("request") << QByteArray(R"({"jsonrpc":"2.0","id":"r1-1","method":"ping")")
                             << static_cast<int>(Kind::Request);
    QTest::newRow("notification") << QByteArray(R"({"jsonrpc":"2.0","method":"x")")
                                  << static_cast<int>(Kind::Notification);
    QTest::newRow("no message") << QByteArray("x") << static_cast<int>(Kind::Unknown);
}

void tst_messagescanner::isDecidedBeforeTheBodyWhereTheHeadComesFirst()
{
    QFETCH(QByteArray, head);
    QVERIFY(!scanned(head.chopped(1)).isDecidedInOrder());
    const MessageScanner scanner = scanned(head);
    QVERIFY(scanner.isDecidedInOrder());
    QTEST(static_cast<int>(scanner.kind()), "kind");
}

void tst_messagescanner::isNotDecidedWhileAnIdMayFollow()
{
    QVERIFY(!scanned(R"({"method":"ping","params":{})").isDecided());
    QVERIFY(scanned(R"({"method":"ping","id":"4")").isDecided());
}

void tst_messagescanner::isNotDecidedWithinANumber()
{
    QVERIFY(!scanned(R"({"method":"ping","id":4)").isDecided());
    QVERIFY(scanned(R"({"method":"ping","id":4})").isDecided());
}

void tst_messagescanner::tellsAnErrorFromAResult()
{
    QVERIFY(scanned(R"({"id":1,"error":{}})").isError());
    QVERIFY(!scanned(R"({"id":1,"result":{"error":1}})").isError());
}

void tst_messagescanner::startsAnewAfterReset()
{
    MessageScanner scanner = scanned(R"({"id":"1","method":"pi)");
    scanner.reset();
    QVERIFY(scanner.isEmpty());
    scanner.feed(R"({"id":2,"result":0})");
    QCOMPARE(scanner.kind(), Kind::Response);
    QCOMPARE(scanner.id(), QByteArray("2"));
}

QTEST_GUILESS_MAIN(tst_messagescanner)
#include "tst_messagescanner.moc"
