// SPDX-License-Identifier: MIT
#include "tests/gateway/bridge/bridgeprocess.h"
#include "tests/integration/gatewayhome.h"
#include "tests/integration/mcplines.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QTest>

using namespace pasarela;
using namespace pasarela::test;

namespace {

QJsonObject stdioEnclave(const QString &command)
{
    return {{QStringLiteral("stdio"), QJsonObject{{QStringLiteral("command"), command}}}};
}

} // namespace

/// The real gateway with servers that misbehave beside one that does not.
class tst_badservers : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init() { m_home = std::make_unique<GatewayHome>(); }
    void cleanup() { m_home.reset(); }

    void oneBadServerHarmsNoOther_data();
    void oneBadServerHarmsNoOther();
    void aServerThatNeverAnswersACallFailsOnlyThatCall();
    void whateverErrorAServerGivesIsOneSentence_data();
    void whateverErrorAServerGivesIsOneSentence();
    void aServerWhoseProgramDoesNotExistIsNamedAndHarmsNoOther();
    void aServerThatDiesInACallFailsOnlyThatCall();

private:
    QString lastError(const QString &enclave) const
    {
        const QJsonObject error = m_home->enclave(enclave).value(QLatin1String("lastError")).toObject();
        return error.value(QLatin1String("text")).toString();
    }
    std::unique_ptr<GatewayHome> m_home;
};

void tst_badservers::oneBadServerHarmsNoOther_data()
{
    QTest::addColumn<QStringList>("switches");
    QTest::addColumn<bool>("works");
    QTest::newRow("noise on stdout") << QStringList{QStringLiteral("--noise")} << true;
    QTest::newRow("messages in pieces") << QStringList{QStringLiteral("--partial-lines")} << true;
    QTest::newRow("a flood on stderr") << QStringList{QStringLiteral("--stderr-flood")} << true;
    QTest::newRow("wrong protocol version")
        << QStringList{QStringLiteral("--protocol"), QStringLiteral("1999-01-01")} << false;
    QTest::newRow("wrong usage, so it ends at once") << QStringList{QStringLiteral("--no-such-switch")} << false;
    QTest::newRow("broken JSON for its list")
        << QStringList{QStringLiteral("--broken-json"), QStringLiteral("tools/list")} << false;
    QTest::newRow("never answers the handshake")
        << QStringList{QStringLiteral("--never-answer"), QStringLiteral("initialize")} << false;
    QTest::newRow("never answers for its list")
        << QStringList{QStringLiteral("--never-answer"), QStringLiteral("tools/list")} << false;
}

void tst_badservers::oneBadServerHarmsNoOther()
{
    QFETCH(QStringList, switches);
    QFETCH(bool, works);
    m_home->configure({{QStringLiteral("bad"), switches}, {QStringLiteral("good"), {}}});
    QVERIFY(m_home->start());
    BridgeProcess client(m_home->home());
    client.start();
    client.say(initializeLine + '\n' + initializedLine + '\n' + R"({"jsonrpc":"2.0","id":1,"method":"tools/list"})"
               + '\n');
    QTRY_VERIFY_WITH_TIMEOUT(hasAnswer(client.lines(), "1", "good__echo"), 20000);
    client.say(callLine("2", "good__echo", R"({"message":"still here"})") + '\n');
    QTRY_VERIFY(hasAnswer(client.lines(), "2", "still here"));
    if (works) {
        client.say(callLine("3", "bad__echo", R"({"message":"me too"})") + '\n');
        QTRY_VERIFY(hasAnswer(client.lines(), "3", "me too"));
    }
    for (const QByteArray &line : client.lines())
        QVERIFY2(line.startsWith(R"({"jsonrpc":"2.0")"), line.left(200).constData());
}

void tst_badservers::aServerThatNeverAnswersACallFailsOnlyThatCall()
{
    m_home->configure({{QStringLiteral("mute"), {QStringLiteral("--never-answer"), QStringLiteral("tools/call")}},
                       {QStringLiteral("good"), {}}});
    QVERIFY(m_home->start());
    const auto mute =
        m_home->command({QStringLiteral("call"), QStringLiteral("mute__echo"), QStringLiteral(R"({"message":"?"})"),
                         QStringLiteral("--timeout"), QStringLiteral("1")});
    QCOMPARE(mute.exitCode, 1);
    QVERIFY2(mute.err.contains("did not answer within 1 s. What was asked may or may not have been done"), mute.err);
    const auto good = m_home->command(
        {QStringLiteral("call"), QStringLiteral("good__echo"), QStringLiteral(R"({"message":"fine"})")});
    QVERIFY2(good.exitCode == 0 && good.out.contains("fine"), good.err);
}

void tst_badservers::whateverErrorAServerGivesIsOneSentence_data()
{
    QTest::addColumn<QString>("error");
    QTest::addColumn<QByteArray>("says");
    const auto row = [](const char *error, const char *says) {
        QTest::newRow(error) << QString::fromLatin1(error) << QByteArray(says);
    };
    row(R"({"code":-32602,"message":"no such file"})", "no such file");
    row(R"({"code":-32602,"message":""})", "-32602");
    row(R"({"code":-32602,"message":" \n"})", "-32602");
    row("{}", "MCP does not allow");
    row(R"({"code":1.5,"message":"no such file"})", "no such file");
    row(R"("no such file")", "no valid message");
}

void tst_badservers::whateverErrorAServerGivesIsOneSentence()
{
    QFETCH(QString, error);
    QFETCH(QByteArray, says);
    m_home->configure({{QStringLiteral("bad"), {QStringLiteral("--call-error"), error}}});
    QVERIFY(m_home->start());
    const auto bad = m_home->command({QStringLiteral("call"), QStringLiteral("bad__echo")});
    QCOMPARE(bad.exitCode, 1);
    QVERIFY2(bad.err.contains(says), bad.err);
    QCOMPARE(bad.err.trimmed().count('\n'), 0);
    // A client that checks what it gets takes it.
    BridgeProcess client(m_home->home());
    client.start();
    client.say(initializeLine + '\n' + initializedLine + '\n' + callLine("1", "bad__echo", "{}") + '\n');
    const auto answer = [&client] {
        for (const QByteArray &line : client.lines()) {
            const QJsonObject message = QJsonDocument::fromJson(line).object();
            if (message.value(QLatin1String("id")) == 1)
                return message;
        }
        return QJsonObject();
    };
    QTRY_VERIFY_WITH_TIMEOUT(!answer().isEmpty(), 10000);
    const QJsonObject refusal = answer().value(QLatin1String("error")).toObject();
    const bool isError =
        refusal.value(QLatin1String("code")).isDouble() && refusal.value(QLatin1String("message")).isString();
    const bool isResult = answer().value(QLatin1String("result")).toObject().value(QLatin1String("isError")).toBool();
    QVERIFY2(isError != isResult, QJsonDocument(answer()).toJson());
}

void tst_badservers::aServerWhoseProgramDoesNotExistIsNamedAndHarmsNoOther()
{
    m_home->home().write(
        QStringLiteral("pasarela.json"),
        QJsonDocument(
            QJsonObject{{QStringLiteral("enclaves"),
                         QJsonObject{{QStringLiteral("lost"), stdioEnclave(QStringLiteral("no-such-program-here"))},
                                     {QStringLiteral("good"), stdioEnclave(GatewayHome::fakeServer())}}}})
            .toJson());
    QVERIFY(m_home->start());
    const auto lost = m_home->command(
        {QStringLiteral("call"), QStringLiteral("lost__echo"), QStringLiteral("--timeout"), QStringLiteral("5")});
    QCOMPARE(lost.exitCode, 1);
    QVERIFY2(lost.err.contains("no-such-program-here"), lost.err);
    QTRY_VERIFY(lastError(QStringLiteral("lost")).contains(QLatin1String("no-such-program-here")));
    const auto good = m_home->command(
        {QStringLiteral("call"), QStringLiteral("good__echo"), QStringLiteral(R"({"message":"fine"})")});
    QVERIFY2(good.exitCode == 0 && good.out.contains("fine"), good.err);
}

void tst_badservers::aServerThatDiesInACallFailsOnlyThatCall()
{
    m_home->configure({{QStringLiteral("mortal"), {QStringLiteral("--crash-on-call"), QStringLiteral("2")}},
                       {QStringLiteral("good"), {}}});
    QVERIFY(m_home->start());
    BridgeProcess client(m_home->home());
    client.start();
    client.say(initializeLine + '\n' + initializedLine + '\n');
    client.say(callLine("1", "mortal__echo", R"({"message":"one"})") + '\n');
    QTRY_VERIFY_WITH_TIMEOUT(hasAnswer(client.lines(), "1", "one"), 10000);
    client.say(callLine("2", "mortal__echo", R"({"message":"two"})") + '\n'
               + callLine("3", "good__echo", R"({"message":"three"})") + '\n');
    QTRY_VERIFY_WITH_TIMEOUT(hasAnswer(client.lines(), "2", R"("isError":true)"), 10000);
    QTRY_VERIFY(hasAnswer(client.lines(), "3", "three"));
    client.say(callLine("4", "mortal__echo", R"({"message":"four"})") + '\n');
    QTRY_VERIFY_WITH_TIMEOUT(hasAnswer(client.lines(), "4", "four"), 15000);
}

QTEST_GUILESS_MAIN(tst_badservers)
#include "tst_badservers.moc"
