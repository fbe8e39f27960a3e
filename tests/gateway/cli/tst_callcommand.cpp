// SPDX-License-Identifier: MIT
#include "tests/gateway/cli/commandlinerun.h"

#include <QTest>

using namespace pasarela;
using namespace pasarela::test;

/// call, against the real control server with a fake gateway behind it.
class tst_callcommand : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void callPrintsTheText();
    void callPrintsTheWholeResultAsJson();
    void callPassesWhatItWasTold();
    void callFailsWhereTheToolFails_data();
    void callFailsWhereTheToolFails();
    void callShowsHowArgumentsAreWritten_data();
    void callShowsHowArgumentsAreWritten();
    void callSaysWhyItCouldNot();
};

void tst_callcommand::callPrintsTheText()
{
    ControlFixture gateway;
    gateway.listen();
    gateway.handler.callAnswer = QByteArray(R"({"content":[{"type":"text","text":"Echo: hola"}]})");
    const Outcome outcome =
        run(gateway,
            {QStringLiteral("call"), QStringLiteral("everything__echo"), QStringLiteral("{\"message\": \"hola\"}")});
    QCOMPARE(outcome.code, 0);
    QCOMPARE(outcome.out, QStringLiteral("Echo: hola\n"));
    QVERIFY(outcome.err.isEmpty());
    QCOMPARE(gateway.handler.calls.back().tool, QStringLiteral("everything__echo"));
    QCOMPARE(gateway.handler.calls.back().arguments, QByteArray("{\"message\": \"hola\"}"));
}

void tst_callcommand::callPrintsTheWholeResultAsJson()
{
    ControlFixture gateway;
    gateway.listen();
    gateway.handler.callAnswer =
        QByteArray(R"({"content":[{"type":"text","text":"año"}],"_meta":{"n":12345678901234567890}})");
    const Outcome outcome = run(gateway, words("call t --json"));
    QCOMPARE(outcome.code, 0);
    QCOMPARE(outcome.out.toUtf8(), gateway.handler.callAnswer->value() + '\n');
    QVERIFY(outcome.err.isEmpty());
}

void tst_callcommand::callPassesWhatItWasTold()
{
    ControlFixture gateway;
    gateway.listen();
    QCOMPARE(run(gateway, words("call t --client cursor --account me --timeout 7")).code, 0);
    const auto told = gateway.handler.calls.back();
    QCOMPARE(told.client, QStringLiteral("cursor"));
    QCOMPARE(told.account, QStringLiteral("me"));
    QCOMPARE(told.timeout, std::chrono::seconds(7));
    QCOMPARE(told.arguments, QByteArray("{}"));
    QCOMPARE(run(gateway, words("call t")).code, 0);
    QCOMPARE(gateway.handler.calls.back().timeout, control::defaultCallTimeout);
    QCOMPARE(gateway.handler.calls.back().client, QString());
}

void tst_callcommand::callFailsWhereTheToolFails_data()
{
    QTest::addColumn<bool>("json");
    QTest::newRow("text") << false;
    QTest::newRow("json") << true;
}

void tst_callcommand::callFailsWhereTheToolFails()
{
    QFETCH(bool, json);
    ControlFixture gateway;
    gateway.listen();
    gateway.handler.callAnswer = QByteArray(R"({"isError":true,"content":[{"type":"text","text":"No such file."}]})");
    const Outcome outcome = run(gateway, words(json ? "call t --json" : "call t"));
    QCOMPARE(outcome.code, 1);
    QCOMPARE(outcome.err, QStringLiteral("No such file.\n"));
    QCOMPARE(outcome.out.toUtf8(), json ? gateway.handler.callAnswer->value() + '\n' : QByteArray());
}

void tst_callcommand::callShowsHowArgumentsAreWritten_data()
{
    QTest::addColumn<QString>("json");
    for (const char *json : {"{message:hola}", "{'message':'hola'}", "hola", "[]", "\"hola\""})
        QTest::newRow(json) << QString::fromLatin1(json);
}

void tst_callcommand::callShowsHowArgumentsAreWritten()
{
    QFETCH(QString, json);
    ControlFixture gateway;
    const Outcome outcome = run(gateway, {QStringLiteral("call"), QStringLiteral("everything__echo"), json});
    QCOMPARE(outcome.code, 2);
    QVERIFY2(outcome.err.contains(QStringLiteral("pasarela-gateway call everything__echo '{\"message\":\"hola\"}'")),
             qPrintable(outcome.err));
}

void tst_callcommand::callSaysWhyItCouldNot()
{
    ControlFixture gateway;
    gateway.listen();
    // Not there now is not "no gateway".
    gateway.handler.callAnswer =
        Result<QByteArray>(Error{Error::Code::Unavailable, QStringLiteral("\"files\" did not start.")});
    const Outcome outcome = run(gateway, words("call files__read"));
    QCOMPARE(outcome.code, 1);
    QCOMPARE(outcome.err, QStringLiteral("\"files\" did not start.\n"));
    QVERIFY(outcome.out.isEmpty());
}

QTEST_GUILESS_MAIN(tst_callcommand)
#include "tst_callcommand.moc"
