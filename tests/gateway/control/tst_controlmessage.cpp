// SPDX-License-Identifier: MIT
#include "gateway/control/controlmessage.h"

#include "gateway/control/controlprotocol.h"

#include <QTest>

using namespace pasarela;

class tst_controlmessage : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void aRequestArrivesAsItWasSent();
    void aBodyArrivesUntouched();
    void lineBreaksInABodyBecomeSpaces();
    void everyErrorCodeComesBack();
    void aFailureWithoutACodeIsTold();
    void anEventHasNoId();
    void saysWhatIsWrongWithALine_data();
    void saysWhatIsWrongWithALine();
    void everyMethodHasItsAccess_data();
    void everyMethodHasItsAccess();
};

namespace {

ControlMessage decoded(QByteArray line)
{
    if (!line.endsWith('\n') || line.count('\n') != 1)
        qFatal("not one line");
    line.chop(1);
    const auto message = decodeControl(line);
    if (const auto *fault = std::get_if<ControlFault>(&message))
        qFatal("%s", qPrintable(fault->error.detail));
    return std::get<ControlMessage>(message);
}

} // namespace

void tst_controlmessage::aRequestArrivesAsItWasSent()
{
    const ControlMessage message = decoded(encodeRequest(7, "call", R"({"a":1})"));
    QCOMPARE(message.kind, ControlMessage::Kind::Request);
    QCOMPARE(message.id, QByteArray("7"));
    QCOMPARE(message.method, QByteArray("call"));
    QCOMPARE(message.body, QByteArray(R"({"a":1})"));
    QVERIFY(decoded(encodeRequest(8, "status", {})).body.isEmpty());
}

void tst_controlmessage::aBodyArrivesUntouched()
{
    const QByteArray body =
        R"({ "n":1e400, "i":12345678901234567890123, "s":"\ud800\u0041\/", "d":1, "d":2 , "z":1.0})";
    QCOMPARE(decoded(encodeResult("\"x\"", body)).body, body);
    QCOMPARE(decoded(encodeResult("\"x\"", body)).id, QByteArray("\"x\""));
}

void tst_controlmessage::lineBreaksInABodyBecomeSpaces()
{
    QCOMPARE(decoded(encodeResult("1", "{\r\n\"a\":\n1}")).body, QByteArray("{  \"a\": 1}"));
    QCOMPARE(decoded(encodeRequest(1, "m", "{\n}")).body, QByteArray("{ }"));
    QCOMPARE(decoded(encodeEvent("m", "{\n}")).body, QByteArray("{ }"));
}

void tst_controlmessage::everyErrorCodeComesBack()
{
    for (int value = 0; value <= static_cast<int>(Error::Code::Internal); ++value) {
        const Error error{static_cast<Error::Code>(value), QStringLiteral("What «is» so.\n\"Do\" this.")};
        const ControlMessage message = decoded(encodeFailure("3", error));
        QCOMPARE(message.kind, ControlMessage::Kind::Failure);
        QCOMPARE(message.id, QByteArray("3"));
        QCOMPARE(message.error, error);
    }
}

void tst_controlmessage::aFailureWithoutACodeIsTold()
{
    QCOMPARE(decoded("{\"jsonrpc\":\"2.0\",\"id\":1,\"error\":{\"code\":-32601,\"message\":\"no\"}}\n").error,
             (Error{Error::Code::Unsupported, QStringLiteral("no")}));
    QCOMPARE(decoded("{\"jsonrpc\":\"2.0\",\"id\":null,\"error\":{\"code\":-32000,\"message\":\"no\",\"data\":{"
                     "\"code\":\"P-999\"}}}\n")
                 .error,
             (Error{Error::Code::ProtocolViolation, QStringLiteral("no")}));
}

void tst_controlmessage::anEventHasNoId()
{
    const ControlMessage message = decoded(encodeEvent("delta", "{}"));
    QCOMPARE(message.kind, ControlMessage::Kind::Event);
    QVERIFY(message.id.isEmpty());
}

void tst_controlmessage::saysWhatIsWrongWithALine_data()
{
    QTest::addColumn<QByteArray>("line");
    QTest::addColumn<int>("code");
    QTest::addColumn<QByteArray>("id");
    QTest::newRow("no JSON") << QByteArray("GET / HTTP/1.1") << rpc::parseError << QByteArray();
    QTest::newRow("no UTF-8") << QByteArray("\"\xff\"") << rpc::parseError << QByteArray();
    QTest::newRow("two ids") << QByteArray(R"({"jsonrpc":"2.0","id":1,"\u0069d":2,"method":"m"})") << rpc::parseError
                             << QByteArray();
    QTest::newRow("batch") << QByteArray("[]") << rpc::invalidRequest << QByteArray();
    QTest::newRow("no version") << QByteArray(R"({"id":1,"method":"m"})") << rpc::invalidRequest << QByteArray("1");
    QTest::newRow("other version") << QByteArray(R"({"jsonrpc":"1.0","id":"a","method":"m"})") << rpc::invalidRequest
                                   << QByteArray("\"a\"");
    QTest::newRow("method is no text") << QByteArray(R"({"jsonrpc":"2.0","id":1,"method":5})") << rpc::invalidRequest
                                       << QByteArray("1");
    QTest::newRow("id is null") << QByteArray(R"({"jsonrpc":"2.0","id":null,"method":"m"})") << rpc::invalidRequest
                                << QByteArray();
    QTest::newRow("id is an object") << QByteArray(R"({"jsonrpc":"2.0","id":{},"method":"m"})") << rpc::invalidRequest
                                     << QByteArray();
    QTest::newRow("params are a list") << QByteArray(R"({"jsonrpc":"2.0","id":1,"method":"m","params":[]})")
                                       << rpc::invalidRequest << QByteArray("1");
    QTest::newRow("neither") << QByteArray(R"({"jsonrpc":"2.0","id":1})") << rpc::invalidRequest << QByteArray();
    QTest::newRow("both") << QByteArray(R"({"jsonrpc":"2.0","id":1,"result":{},"error":{}})") << rpc::invalidRequest
                          << QByteArray();
    QTest::newRow("result without id") << QByteArray(R"({"jsonrpc":"2.0","result":{}})") << rpc::invalidRequest
                                       << QByteArray();
}

void tst_controlmessage::saysWhatIsWrongWithALine()
{
    QFETCH(QByteArray, line);
    QFETCH(int, code);
    QFETCH(QByteArray, id);
    const auto message = decodeControl(line);
    const auto *fault = std::get_if<ControlFault>(&message);
    QVERIFY(fault);
    QCOMPARE(fault->code, code);
    QCOMPARE(fault->id, id);
    QCOMPARE(fault->error.code, Error::Code::ProtocolViolation);
    QVERIFY(fault->error.detail.endsWith(QLatin1Char('.')));
}

void tst_controlmessage::everyMethodHasItsAccess_data()
{
    QTest::addColumn<QByteArray>("method");
    QTest::addColumn<int>("access");
    namespace method = control::method;
    for (const char *name : {method::hello, method::status, method::subscribe, method::tools})
        QTest::newRow(name) << QByteArray(name) << static_cast<int>(control::Access::Read);
    for (const char *name :
         {method::shutdown, method::reload, method::call, method::enclaveRestart, method::enclaveTrial})
        QTest::newRow(name) << QByteArray(name) << static_cast<int>(control::Access::Operate);
    QTest::newRow("unknown") << QByteArray("approve") << -1;
}

void tst_controlmessage::everyMethodHasItsAccess()
{
    QFETCH(QByteArray, method);
    QFETCH(int, access);
    const auto found = control::accessOf(method);
    QCOMPARE(found ? static_cast<int>(*found) : -1, access);
}

QTEST_GUILESS_MAIN(tst_controlmessage)
#include "tst_controlmessage.moc"
