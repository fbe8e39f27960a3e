// SPDX-License-Identifier: MIT
#include "gateway/mcp/jsonrpcerror.h"
#include "gateway/mcp/message.h"

#include <QTest>

using namespace pasarela;
using namespace pasarela::mcp;

/// What goes out: messages of others with another id, messages of our own, errors.
class tst_composed : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void putsTheHeadFirstAndKeepsTheRest_data();
    void putsTheHeadFirstAndKeepsTheRest();
    void appliesEditsInBodies();
    void readsBackWhatItComposed();
    void buildsMessagesOfOurOwn_data();
    void buildsMessagesOfOurOwn();
    void makesErrorsOfErrors_data();
    void makesErrorsOfErrors();
};

void tst_composed::putsTheHeadFirstAndKeepsTheRest_data()
{
    QTest::addColumn<QByteArray>("bytes");
    QTest::addColumn<QByteArray>("id");
    QTest::addColumn<QByteArray>("line");
    const auto row = [](const char *name, const char *bytes, const char *id, const char *line) {
        QTest::newRow(name) << QByteArray(bytes) << QByteArray(id) << QByteArray(line);
    };
    row("result first", R"({"result":{"x":1},"jsonrpc":"2.0","id":1})", "\"r1\"",
        R"({"jsonrpc":"2.0","id":"r1","result":{"x":1}})");
    row("request", R"({"method":"m","params":{"a":1},"jsonrpc":"2.0","id":1})", "77",
        R"({"jsonrpc":"2.0","id":77,"method":"m","params":{"a":1}})");
    row("notification", R"({"method":"m","jsonrpc":"2.0"})", "", R"({"jsonrpc":"2.0","method":"m"})");
    row("a request becomes one without an id", R"({"jsonrpc":"2.0","id":1,"method":"m"})", "",
        R"({"jsonrpc":"2.0","method":"m"})");
    row("unknown members keep their order",
        R"({"z":1,"jsonrpc":"2.0","params":{},"a":[2],"id":1,"method":"m","b":null})", "2",
        R"({"jsonrpc":"2.0","id":2,"method":"m","z":1,"params":{},"a":[2],"b":null})");
    row("bytes of the body stay",
        R"({"jsonrpc":"2.0","id":1,"result":{ "big" : 12345678901234567890 , "s":"\u0041\/é","one":1.0 , "e":1E400}})",
        "1",
        R"({"jsonrpc":"2.0","id":1,"result":{ "big" : 12345678901234567890 , "s":"\u0041\/é","one":1.0 , "e":1E400}})");
    row("escaped keys stay", R"({"jsonrpc":"2.0","\u0069d":1,"m\u0065thod":"m","p\u0061rams":{}})", "3",
        R"({"jsonrpc":"2.0","id":3,"method":"m","p\u0061rams":{}})");
    row("escaped method stays", R"({"jsonrpc":"2.0","id":1,"method":"a\/b"})", "3",
        R"({"jsonrpc":"2.0","id":3,"method":"a\/b"})");
    row("error", R"({"jsonrpc":"2.0","error":{"code":-1,"message":"m"},"id":1})", "4",
        R"({"jsonrpc":"2.0","id":4,"error":{"code":-1,"message":"m"}})");
    row("error of nobody", R"({"jsonrpc":"2.0","error":{"code":-1,"message":"m"},"id":null})", "",
        R"({"jsonrpc":"2.0","error":{"code":-1,"message":"m"}})");
    row("error of nobody, for a legacy client", R"({"jsonrpc":"2.0","error":{"code":-1,"message":"m"},"id":null})",
        "null", R"({"jsonrpc":"2.0","id":null,"error":{"code":-1,"message":"m"}})");
    row("line breaks are spaces", "{\n\"jsonrpc\":\"2.0\",\n\"id\":1,\n\"result\":{\n}\n}\n", "1",
        R"({"jsonrpc":"2.0","id":1,"result":{ }})");
}

void tst_composed::putsTheHeadFirstAndKeepsTheRest()
{
    QFETCH(QByteArray, bytes);
    QFETCH(QByteArray, id);
    QFETCH(QByteArray, line);
    const auto parsed = Message::parse(bytes);
    QVERIFY(std::holds_alternative<Message>(parsed));
    QCOMPARE(composed(std::get<Message>(parsed), id), line);
}

void tst_composed::appliesEditsInBodies()
{
    const QByteArray bytes = R"({"params":{"name":"files__read","arguments":{"name":"x"},"_meta":{"progressToken":5}},)"
                             R"("x":[1],"method":"tools/call","id":1,"jsonrpc":"2.0"})";
    const auto parsed = Message::parse(bytes);
    const Message &message = std::get<Message>(parsed);
    Splice edits;
    edits.replace(message.span(Message::Field::ParamsMetaProgressToken), "\"p-9\"");
    edits.replace(message.span(Message::Field::ParamsName), "\"read\"");
    edits.insert(bytes.indexOf("[1]") + 2, ",2");
    QCOMPARE(
        composed(message, "\"u1\"", edits),
        QByteArray(R"({"jsonrpc":"2.0","id":"u1","method":"tools/call",)"
                   R"("params":{"name":"read","arguments":{"name":"x"},"_meta":{"progressToken":"p-9"}},"x":[1,2]})"));
}

void tst_composed::readsBackWhatItComposed()
{
    for (const QByteArray bytes : {R"({"jsonrpc":"2.0","id":1,"method":"m","params":{"name":"n"}})",
                                   R"({"result":{"a":[]},"id":"q","jsonrpc":"2.0"})"}) {
        const auto parsed = Message::parse(bytes);
        const Message &message = std::get<Message>(parsed);
        const auto again = Message::parse(composed(message, message.id()));
        QVERIFY(std::holds_alternative<Message>(again));
        QCOMPARE(int(std::get<Message>(again).kind()), int(message.kind()));
        QCOMPARE(std::get<Message>(again).id().toByteArray(), message.id().toByteArray());
        QCOMPARE(std::get<Message>(again).params().toByteArray(), message.params().toByteArray());
        QCOMPARE(std::get<Message>(again).resultBody().toByteArray(), message.resultBody().toByteArray());
    }
}

void tst_composed::buildsMessagesOfOurOwn_data()
{
    QTest::addColumn<QByteArray>("line");
    QTest::addColumn<QByteArray>("expected");
    QTest::addColumn<bool>("response");
    const auto row = [](const char *name, const Message &message, const char *id, const char *expected) {
        QTest::newRow(name) << composed(message, id) << QByteArray(expected) << message.isResponse();
    };
    row("request", Message::request("ping"), "1", R"({"jsonrpc":"2.0","id":1,"method":"ping"})");
    row("request with params", Message::request("tools/call", R"({"name":"n"})"), "\"r-1\"",
        R"({"jsonrpc":"2.0","id":"r-1","method":"tools/call","params":{"name":"n"}})");
    row("notification", Message::notification("notifications/initialized"), "",
        R"({"jsonrpc":"2.0","method":"notifications/initialized"})");
    row("notification with params", Message::notification("n", R"({"a":1})"), "",
        R"({"jsonrpc":"2.0","method":"n","params":{"a":1}})");
    row("params over lines", Message::notification("n", "{\n\"a\":\r\n1}"), "",
        R"({"jsonrpc":"2.0","method":"n","params":{ "a":  1}})");
    row("result", Message::result(R"({"tools":[]})"), "1", R"({"jsonrpc":"2.0","id":1,"result":{"tools":[]}})");
    row("error", Message::error(-32601, QStringLiteral("no \"method\"")), "1",
        R"({"jsonrpc":"2.0","id":1,"error":{"code":-32601,"message":"no \"method\""}})");
    row("error with data", Message::error(-32602, QStringLiteral("é"), R"({"a":[1]})"), "1",
        R"({"jsonrpc":"2.0","id":1,"error":{"code":-32602,"message":"é","data":{"a":[1]}}})");
    row("method with quotes", Message::request("a\"b"), "1", R"({"jsonrpc":"2.0","id":1,"method":"a\"b"})");
}

void tst_composed::buildsMessagesOfOurOwn()
{
    QFETCH(QByteArray, line);
    QFETCH(QByteArray, expected);
    QFETCH(bool, response);
    QCOMPARE(line, expected);
    const auto parsed = Message::parse(line);
    QVERIFY(std::holds_alternative<Message>(parsed));
    QCOMPARE(std::get<Message>(parsed).isResponse(), response);

    QVERIFY(Message::request("m").id().isEmpty());
    QVERIFY(Message::result("{}").id().isEmpty());
}

void tst_composed::makesErrorsOfErrors_data()
{
    QTest::addColumn<int>("code");
    QTest::addColumn<int>("expected");
    const auto row = [](const char *name, Error::Code code, int expected) {
        QTest::newRow(name) << int(code) << expected;
    };
    row("invalid input", Error::Code::InvalidInput, -32602);
    row("not found", Error::Code::NotFound, -32602);
    row("protocol violation", Error::Code::ProtocolViolation, -32600);
    row("too large", Error::Code::TooLarge, -32600);
    row("internal", Error::Code::Internal, -32603);
    row("timeout", Error::Code::Timeout, -32000);
    row("closed", Error::Code::Closed, -32000);
    row("stopped", Error::Code::StoppedByPerson, -32000);
}

void tst_composed::makesErrorsOfErrors()
{
    QFETCH(int, code);
    QFETCH(int, expected);
    const Error error{static_cast<Error::Code>(code), QStringLiteral("What is so.\nWhat to do.")};
    const Message message = toErrorMessage(error);
    QCOMPARE(int(message.kind()), int(Message::Kind::Error));
    QCOMPARE(message.at(Message::Field::ErrorCode).toByteArray(), QByteArray::number(expected));
    QCOMPARE(message.text(Message::Field::ErrorMessage), error.detail.toUtf8());
    QVERIFY(message.errorBody().toByteArray().endsWith(R"("data":{"code":")" + errorCodeName(error.code).toLatin1()
                                                       + "\"}}"));
}

QTEST_GUILESS_MAIN(tst_composed)
#include "tst_composed.moc"
