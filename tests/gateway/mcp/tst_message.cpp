// SPDX-License-Identifier: MIT
#include "gateway/mcp/message.h"

#include <QTest>

using namespace pasarela;
using namespace pasarela::mcp;

/// Which bytes are a message and of which kind, and where its members stand.
class tst_message : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void tellsKinds_data();
    void tellsKinds();
    void takesIdsThatAreStringsOrIntegers_data();
    void takesIdsThatAreStringsOrIntegers();
    void refusesWhatIsNoMessage_data();
    void refusesWhatIsNoMessage();
    void refusesDuplicatesOfWhatIsRouted_data();
    void refusesDuplicatesOfWhatIsRouted();
    void leavesDuplicatesInPayloadsAlone_data();
    void leavesDuplicatesInPayloadsAlone();
    void findsEveryField_data();
    void findsEveryField();
    void turnsLineBreaksBetweenTokensIntoSpaces_data();
    void turnsLineBreaksBetweenTokensIntoSpaces();
    void unescapesTheMethod();
    void makesOneKeyOfOneId_data();
    void makesOneKeyOfOneId();

private:
    static Message good(const QByteArray &bytes);
};

Message tst_message::good(const QByteArray &bytes)
{
    auto parsed = Message::parse(bytes);
    if (const auto *fault = std::get_if<MessageFault>(&parsed))
        qFatal("%s: %s", bytes.constData(), fault->what.constData());
    return std::get<Message>(std::move(parsed));
}

void tst_message::tellsKinds_data()
{
    QTest::addColumn<QByteArray>("bytes");
    QTest::addColumn<int>("kind");
    QTest::addColumn<QByteArray>("id");
    QTest::addColumn<QByteArray>("method");
    const auto row = [](const char *name, const char *bytes, Message::Kind kind, const char *id, const char *method) {
        QTest::newRow(name) << QByteArray(bytes) << int(kind) << QByteArray(id) << QByteArray(method);
    };
    using Kind = Message::Kind;
    row("request", R"({"jsonrpc":"2.0","id":1,"method":"tools/list"})", Kind::Request, "1", "tools/list");
    row("request, method first", R"({"method":"ping","params":{},"id":"x","jsonrpc":"2.0"})", Kind::Request, "\"x\"",
        "ping");
    row("request with unknown members", R"({"jsonrpc":"2.0","id":1,"method":"m","x":[{"id":2}]})", Kind::Request, "1",
        "m");
    row("notification", R"({"jsonrpc":"2.0","method":"notifications/initialized"})", Kind::Notification, "",
        "notifications/initialized");
    row("result", R"({"jsonrpc":"2.0","id":1,"result":{}})", Kind::Result, "1", "");
    row("result first", R"({"result":{"id":5,"method":"x"},"jsonrpc":"2.0","id":1})", Kind::Result, "1", "");
    row("result that is no object", R"({"jsonrpc":"2.0","id":1,"result":null})", Kind::Result, "1", "");
    row("error", R"({"jsonrpc":"2.0","id":1,"error":{"code":-1,"message":"no"}})", Kind::Error, "1", "");
    row("error with the id null", R"({"jsonrpc":"2.0","id":null,"error":{"code":-32700,"message":"no"}})", Kind::Error,
        "null", "");
    row("error without an id", R"({"jsonrpc":"2.0","error":{"code":-32700,"message":"no"}})", Kind::Error, "", "");
    row("escaped version", R"({"jsonrpc":"2\u002e0","id":1,"result":{}})", Kind::Result, "1", "");
}

void tst_message::tellsKinds()
{
    QFETCH(QByteArray, bytes);
    QFETCH(int, kind);
    QFETCH(QByteArray, id);
    QFETCH(QByteArray, method);
    const Message message = good(bytes);
    QCOMPARE(int(message.kind()), kind);
    QCOMPARE(message.isResponse(), method.isEmpty());
    QCOMPARE(message.id().toByteArray(), id);
    QCOMPARE(message.method(), method);
    QCOMPARE(message.bytes(), bytes);
}

void tst_message::takesIdsThatAreStringsOrIntegers_data()
{
    QTest::addColumn<QByteArray>("id");
    QTest::addColumn<bool>("taken");
    const auto row = [](const char *name, QByteArray id, bool taken) { QTest::newRow(name) << std::move(id) << taken; };
    row("0", "0", true);
    row("-1", "-1", true);
    row("2^53 + 1", "9007199254740993", true);
    row("2^63 - 1", "9223372036854775807", true);
    row("-2^63", "-9223372036854775808", true);
    row("empty string", "\"\"", true);
    row("string", "\"abc\"", true);
    row("string of a number", "\"1\"", true);
    row("escaped string", R"("\u0061\ud800")", true);
    row("longest string", '"' + QByteArray(1022, 'x') + '"', true);

    row("1.0", "1.0", false);
    row("1e3", "1e3", false);
    row("2^63", "9223372036854775808", false);
    row("forty digits", QByteArray(40, '9'), false);
    row("null", "null", false);
    row("true", "true", false);
    row("false", "false", false);
    row("object", "{}", false);
    row("array", "[1]", false);
    row("string one too long", '"' + QByteArray(1023, 'x') + '"', false);
    row("string of 10 KB", '"' + QByteArray(10240, 'x') + '"', false);
}

void tst_message::takesIdsThatAreStringsOrIntegers()
{
    QFETCH(QByteArray, id);
    QFETCH(bool, taken);
    for (const QByteArray rest : {R"(,"method":"tools/list"})", R"(,"result":{}})"}) {
        const QByteArray bytes = R"({"jsonrpc":"2.0","id":)" + id + rest;
        const auto parsed = Message::parse(bytes);
        QCOMPARE(std::holds_alternative<Message>(parsed), taken);
        if (taken) {
            QCOMPARE(std::get<Message>(parsed).id().toByteArray(), id);
        } else {
            QCOMPARE(std::get<MessageFault>(parsed).code, -32600);
            QVERIFY(std::get<MessageFault>(parsed).id.isEmpty());
            QVERIFY(std::get<MessageFault>(parsed).what.contains("id"));
        }
    }
}

void tst_message::refusesWhatIsNoMessage_data()
{
    QTest::addColumn<QByteArray>("bytes");
    QTest::addColumn<int>("code");
    QTest::addColumn<QByteArray>("id");
    const auto row = [](const char *name, QByteArray bytes, int code, const char *id = "") {
        QTest::newRow(name) << std::move(bytes) << code << QByteArray(id);
    };
    row("nothing", "", -32700);
    row("garbage", "GET / HTTP/1.1", -32700);
    row("noise", "Server listening on stdio", -32700);
    row("half a line", R"({"jsonrpc":"2.0","method":"tools/ca)", -32700);
    row("half a line behind the id", R"({"jsonrpc":"2.0","id":7,"method":"tools/ca)", -32700, "7");
    row("half an id", R"({"jsonrpc":"2.0","id":7)", -32700);
    row("broken behind the id", R"({"id":"a","jsonrpc":"2.0","result":{"x":01}})", -32700, "\"a\"");
    row("not UTF-8 behind the id", "{\"jsonrpc\":\"2.0\",\"id\":7,\"result\":{\"x\":\"caf\xe9\"}}", -32700, "7");
    row("not UTF-8 before the id", "{\"x\":\"caf\xe9\",\"id\":7,\"jsonrpc\":\"2.0\",\"result\":{}}", -32700);
    row("byte order mark", "\xef\xbb\xbf{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{}}", -32700);
    row("id twice, then broken", R"({"id":1,"id":2,"x":)", -32700);
    row("two messages in one line", R"({"jsonrpc":"2.0","id":1,"result":{}}{"jsonrpc":"2.0","id":2,"result":{}})",
        -32700, "1");
    row("too deep", R"({"jsonrpc":"2.0","id":1,"result":)" + QByteArray(10001, '[') + QByteArray(10001, ']') + '}',
        -32600, "1");

    row("batch", R"([{"jsonrpc":"2.0","id":1,"method":"ping"}])", -32600);
    row("empty batch", "[]", -32600);
    row("string", "\"hello\"", -32600);
    row("number", "1", -32600);
    row("null", "null", -32600);
    row("empty object", "{}", -32600);
    row("without jsonrpc", R"({"id":1,"method":"ping"})", -32600, "1");
    row("JSON-RPC 1.0", R"({"jsonrpc":"1.0","id":1,"method":"ping"})", -32600, "1");
    row("jsonrpc as a number", R"({"jsonrpc":2.0,"id":1,"method":"ping"})", -32600, "1");
    row("neither method nor result", R"({"jsonrpc":"2.0","id":1})", -32600, "1");
    row("result and error", R"({"jsonrpc":"2.0","id":1,"result":{},"error":{"code":1,"message":""}})", -32600, "1");
    row("method and result", R"({"jsonrpc":"2.0","id":1,"method":"m","result":{}})", -32600, "1");
    row("method and error", R"({"jsonrpc":"2.0","id":1,"method":"m","error":{"code":1,"message":""}})", -32600, "1");
    row("method that is no string", R"({"jsonrpc":"2.0","id":1,"method":1})", -32600, "1");
    row("method null", R"({"jsonrpc":"2.0","id":1,"method":null})", -32600, "1");
    row("params as an array", R"({"jsonrpc":"2.0","id":1,"method":"m","params":[1]})", -32600, "1");
    row("params null", R"({"jsonrpc":"2.0","id":1,"method":"m","params":null})", -32600, "1");
    row("params as a string", R"({"jsonrpc":"2.0","method":"m","params":"x"})", -32600);
    row("error as a string", R"({"jsonrpc":"2.0","id":1,"error":"no"})", -32600, "1");
    row("error null", R"({"jsonrpc":"2.0","id":1,"error":null})", -32600, "1");
    row("result without an id", R"({"jsonrpc":"2.0","result":{}})", -32600);
    row("notification with the id null", R"({"jsonrpc":"2.0","id":null,"method":"m"})", -32600);
    row("progress token as an object",
        R"({"jsonrpc":"2.0","id":1,"method":"m","params":{"_meta":{"progressToken":{}}}})", -32600, "1");
    row("progress token null", R"({"jsonrpc":"2.0","id":1,"method":"m","params":{"_meta":{"progressToken":null}}})",
        -32600, "1");
}

void tst_message::refusesWhatIsNoMessage()
{
    QFETCH(QByteArray, bytes);
    QFETCH(int, code);
    QFETCH(QByteArray, id);
    const auto parsed = Message::parse(bytes);
    QVERIFY(std::holds_alternative<MessageFault>(parsed));
    const MessageFault fault = std::get<MessageFault>(parsed);
    QCOMPARE(fault.code, code);
    QCOMPARE(fault.id, id);
    QVERIFY(!fault.what.isEmpty());
}

void tst_message::refusesDuplicatesOfWhatIsRouted_data()
{
    QTest::addColumn<QByteArray>("bytes");
    QTest::addColumn<QByteArray>("id");
    const auto row = [](const char *name, const char *bytes, const char *id = "1") {
        QTest::newRow(name) << QByteArray(bytes) << QByteArray(id);
    };
    row("id", R"({"jsonrpc":"2.0","id":1,"id":2,"method":"m"})", "");
    row("id, the same one", R"({"jsonrpc":"2.0","id":1,"id":1,"method":"m"})");
    row("id, the same one written otherwise", R"({"jsonrpc":"2.0","id":"a","result":{},"i\u0064":"\u0061"})", "\"a\"");
    row("id, a number and its text", R"({"jsonrpc":"2.0","id":1,"id":"1","method":"m"})", "");
    row("id, one of them none", R"({"jsonrpc":"2.0","id":1,"id":null,"method":"m"})", "");
    row("id, twice none", R"({"jsonrpc":"2.0","id":null,"id":null,"method":"m"})", "");
    row("id, escaped", R"({"jsonrpc":"2.0","id":1,"\u0069d":2,"method":"m"})", "");
    row("method", R"({"jsonrpc":"2.0","id":1,"method":"a","method":"b"})");
    row("jsonrpc", R"({"jsonrpc":"2.0","id":1,"method":"a","jsonrpc":"2.0"})");
    row("params", R"({"jsonrpc":"2.0","id":1,"method":"a","params":{},"params":{}})");
    row("unknown top member", R"({"jsonrpc":"2.0","x":1,"id":1,"method":"a","x":2})");
    row("name", R"({"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"a","name":"b"}})");
    row("name, escaped", R"({"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"a","n\u0061me":"b"}})");
    row("unknown member of params", R"({"jsonrpc":"2.0","id":1,"method":"m","params":{"y":0,"y":0}})");
    row("progress token",
        R"({"jsonrpc":"2.0","id":1,"method":"m","params":{"_meta":{"progressToken":1,"progressToken":2}}})");
    row("ref", R"({"jsonrpc":"2.0","id":1,"method":"m","params":{"ref":{"name":"a","name":"b"}}})");
    row("result", R"({"jsonrpc":"2.0","id":1,"result":{},"result":{}})");
    row("in result", R"({"jsonrpc":"2.0","id":1,"result":{"tools":[],"tools":[]}})");
    row("in result._meta", R"({"jsonrpc":"2.0","id":1,"result":{"_meta":{"a":1,"a":2}}})");
    row("error", R"({"jsonrpc":"2.0","id":1,"error":{"code":1,"message":"m"},"error":{"code":1,"message":"m"}})");
    row("in error", R"({"jsonrpc":"2.0","id":1,"error":{"code":1,"message":"m","code":2}})");
}

void tst_message::refusesDuplicatesOfWhatIsRouted()
{
    QFETCH(QByteArray, bytes);
    QFETCH(QByteArray, id);
    const auto parsed = Message::parse(bytes);
    QVERIFY(std::holds_alternative<MessageFault>(parsed));
    const MessageFault fault = std::get<MessageFault>(parsed);
    QCOMPARE(fault.code, -32600);
    QCOMPARE(fault.id, id);
    QVERIFY2(fault.what.startsWith("a member stands twice, at byte "), fault.what.constData());
}

void tst_message::leavesDuplicatesInPayloadsAlone_data()
{
    QTest::addColumn<QByteArray>("bytes");
    const auto row = [](const char *name, const char *bytes) { QTest::newRow(name) << QByteArray(bytes); };
    row("arguments", R"({"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"arguments":{"a":1,"a":2}}})");
    row("a tool", R"({"jsonrpc":"2.0","id":1,"result":{"tools":[{"name":"a","name":"b"}]}})");
    row("structured content", R"({"jsonrpc":"2.0","id":1,"result":{"structuredContent":{"a":1,"a":2}}})");
    row("data of an error", R"({"jsonrpc":"2.0","id":1,"error":{"code":1,"message":"m","data":{"a":1,"a":2}}})");
    row("unknown member", R"({"jsonrpc":"2.0","id":1,"method":"m","x":{"a":1,"a":2}})");
}

void tst_message::leavesDuplicatesInPayloadsAlone()
{
    QFETCH(QByteArray, bytes);
    QCOMPARE(good(bytes).bytes(), bytes);
}

void tst_message::findsEveryField_data()
{
    QTest::addColumn<int>("field");
    QTest::addColumn<QByteArray>("bytes");
    QTest::addColumn<QByteArray>("text");
    using Field = Message::Field;
    const auto params = [](const char *name, Field field, const char *bodyWithF) {
        QTest::newRow(name) << int(field)
                            << QByteArray(R"({"jsonrpc":"2.0","id":1,"method":"m","params":)") + bodyWithF + '}'
                            << QByteArray("F");
    };
    const auto result = [](const char *name, Field field, const char *bodyWithF) {
        QTest::newRow(name) << int(field) << QByteArray(R"({"jsonrpc":"2.0","id":1,"result":)") + bodyWithF + '}'
                            << QByteArray("F");
    };
    QTest::newRow("jsonrpc") << int(Field::JsonRpc) << QByteArray(R"({"jsonrpc":"2.0","method":"m"})")
                             << QByteArray("2.0");
    QTest::newRow("id") << int(Field::Id) << QByteArray(R"({"jsonrpc":"2.0","id":"F","method":"m"})")
                        << QByteArray("F");
    QTest::newRow("method") << int(Field::Method) << QByteArray(R"({"jsonrpc":"2.0","method":"F"})") << QByteArray("F");
    result("result", Field::Result, "\"F\"");
    params("name", Field::ParamsName, R"({"name":"F"})");
    params("uri", Field::ParamsUri, R"({"uri":"F"})");
    params("cursor", Field::ParamsCursor, R"({"cursor":"F"})");
    params("level", Field::ParamsLevel, R"({"level":"F"})");
    params("requestId", Field::ParamsRequestId, R"({"requestId":"F"})");
    params("progressToken", Field::ParamsProgressToken, R"({"progressToken":"F"})");
    params("progress", Field::ParamsProgress, R"({"progress":"F"})");
    params("arguments", Field::ParamsArguments, R"({"arguments":"F"})");
    params("ref", Field::ParamsRef, R"({"ref":"F"})");
    params("ref.type", Field::ParamsRefType, R"({"ref":{"type":"F"}})");
    params("ref.name", Field::ParamsRefName, R"({"ref":{"name":"F"}})");
    params("ref.uri", Field::ParamsRefUri, R"({"ref":{"uri":"F"}})");
    params("_meta", Field::ParamsMeta, R"({"_meta":"F"})");
    params("_meta.progressToken", Field::ParamsMetaProgressToken, R"({"_meta":{"progressToken":"F"}})");
    params("protocolVersion", Field::ParamsProtocolVersion, R"({"protocolVersion":"F"})");
    params("capabilities", Field::ParamsCapabilities, R"({"capabilities":"F"})");
    params("clientInfo", Field::ParamsClientInfo, R"({"clientInfo":"F"})");
    params("logger", Field::ParamsLogger, R"({"logger":"F"})");
    params("mode", Field::ParamsMode, R"({"mode":"F"})");
    result("result._meta", Field::ResultMeta, R"({"_meta":"F"})");
    result("result.protocolVersion", Field::ResultProtocolVersion, R"({"protocolVersion":"F"})");
    result("result.capabilities", Field::ResultCapabilities, R"({"capabilities":"F"})");
    result("serverInfo", Field::ResultServerInfo, R"({"serverInfo":"F"})");
    result("instructions", Field::ResultInstructions, R"({"instructions":"F"})");
    result("nextCursor", Field::ResultNextCursor, R"({"nextCursor":"F"})");
    result("contents", Field::ResultContents, R"({"contents":"F"})");
    result("content", Field::ResultContent, R"({"content":"F"})");
    QTest::newRow("error.code") << int(Field::ErrorCode)
                                << QByteArray(R"({"jsonrpc":"2.0","id":1,"error":{"code":"F"}})") << QByteArray("F");
    QTest::newRow("error.message") << int(Field::ErrorMessage)
                                   << QByteArray(R"({"jsonrpc":"2.0","id":1,"error":{"message":"F"}})")
                                   << QByteArray("F");
}

void tst_message::findsEveryField()
{
    QFETCH(int, field);
    QFETCH(QByteArray, bytes);
    QFETCH(QByteArray, text);
    const Message message = good(bytes);
    const auto wanted = static_cast<Message::Field>(field);
    QCOMPARE(message.at(wanted).toByteArray(), '"' + text + '"');
    QCOMPARE(message.text(wanted), text);
    QCOMPARE(message.span(wanted).begin, bytes.indexOf('"' + text + '"'));
    if (text == "F") // and no other one, but those around it
        for (int other = 0; other < int(Message::Field::Count); ++other)
            QVERIFY(other == field || message.text(static_cast<Message::Field>(other)) != text);
}

void tst_message::turnsLineBreaksBetweenTokensIntoSpaces_data()
{
    QTest::addColumn<QByteArray>("bytes");
    QTest::addColumn<QByteArray>("line");
    QTest::newRow("pretty-printed") << QByteArray(
        "{\n  \"jsonrpc\": \"2.0\",\r\n  \"id\": 1,\n  \"result\": {\n  }\n}\n")
                                    << QByteArray("{   \"jsonrpc\": \"2.0\",    \"id\": 1,   \"result\": {   } } ");
    QTest::newRow("CR alone") << QByteArray("{\"jsonrpc\":\"2.0\",\r\"id\":1,\"result\":{}}")
                              << QByteArray("{\"jsonrpc\":\"2.0\", \"id\":1,\"result\":{}}");
    QTest::newRow("escaped ones stay") << QByteArray(R"({"jsonrpc":"2.0","id":1,"result":"\r\n"})")
                                       << QByteArray(R"({"jsonrpc":"2.0","id":1,"result":"\r\n"})");
    QTest::newRow("line separator stays") << QByteArray("{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":\"\xe2\x80\xa8\"}")
                                          << QByteArray("{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":\"\xe2\x80\xa8\"}");
}

void tst_message::turnsLineBreaksBetweenTokensIntoSpaces()
{
    QFETCH(QByteArray, bytes);
    QFETCH(QByteArray, line);
    const QByteArray shared = bytes;
    const Message message = good(bytes);
    QCOMPARE(message.bytes(), line);
    QCOMPARE(message.id(), "1");
    QCOMPARE(shared, bytes);
}

void tst_message::unescapesTheMethod()
{
    const Message message = good(R"({"jsonrpc":"2.0","id":1,"method":"tools\/c\u0061ll"})");
    QCOMPARE(message.method(), QByteArray("tools/call"));
    QCOMPARE(message.at(Message::Field::Method), R"("tools\/c\u0061ll")");
}

void tst_message::makesOneKeyOfOneId_data()
{
    QTest::addColumn<QByteArray>("id");
    QTest::addColumn<QByteArray>("key");
    const auto row = [](const char *id, const char *key) {
        QTest::newRow(*id ? id : "nothing") << QByteArray(id) << QByteArray(key);
    };
    row("1", "1");
    row("-0", "0");
    row("\"1\"", "\"1\"");
    row("\"a\"", "\"a\"");
    row(R"("\u0061")", "\"a\"");
    row(R"("\/")", "\"/\"");
    row(R"("\u0022")", R"("\"")");
    row("\"\"", "\"\"");
    row("", "");
    row("null", "");
    row("1.0", "");
    row("{}", "");
}

void tst_message::makesOneKeyOfOneId()
{
    QFETCH(QByteArray, id);
    QFETCH(QByteArray, key);
    QCOMPARE(idKey(id), key);
}

QTEST_GUILESS_MAIN(tst_message)
#include "tst_message.moc"
