// SPDX-License-Identifier: MIT
#include "gateway/audit/auditfiles.h"
#include "tests/gateway/bridge/bridgeprocess.h"
#include "tests/integration/gatewayhome.h"

#include <QDir>
#include <QJsonArray>
#include <QJsonDocument>
#include <QTest>

using namespace pasarela;
using namespace pasarela::test;

namespace {

const QByteArray token = "tok-4f1d8a77c2/+sesame";
const QByteArray argument = "argument-of-a-person-4711";

const QByteArray handshake =
    R"({"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":"2025-11-25","capabilities":{},)"
    R"("clientInfo":{"name":"test","version":"1"}}})"
    "\n"
    R"({"jsonrpc":"2.0","method":"notifications/initialized"})"
    "\n";

QByteArray callLine(const QByteArray &id, const QByteArray &tool, const QByteArray &arguments = "{}")
{
    return R"({"jsonrpc":"2.0","id":)" + id + R"(,"method":"tools/call","params":{"name":")" + tool
        + R"(","arguments":)" + arguments + "}}\n";
}

QString text(const QJsonObject &object, const char *member)
{
    return object.value(QLatin1String(member)).toString();
}

} // namespace

/// The audit that the real gateway keeps of calls by a bridge and by the command line. The servers print a token on
/// stderr, give it as a result and die with it as their last word.
class tst_audit : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init();
    void cleanup() { m_home.reset(); }

    void everyCallIsALineAndNothingOfItsContent();
    void aCrashLosesNoLineThatWasWritten();
    void aFolderThatCannotBeWrittenHarmsNoCall();
    void statusSaysHowLongCallsTake();

private:
    QJsonArray audited(const QStringList &more = {}) const;
    /// "outcome" of each call, by its tool.
    QMultiMap<QString, QString> outcomes() const;
    QByteArray written() const;
    QJsonObject session(const QString &enclave) const;
    bool called(const char *tool) const
    {
        return m_home->command({QStringLiteral("call"), QLatin1String(tool)}).exitCode == 0;
    }

    std::unique_ptr<GatewayHome> m_home;
};

void tst_audit::init()
{
    m_home = std::make_unique<GatewayHome>();
    QJsonObject enclaves;
    const auto add = [&enclaves](const QString &name, QStringList switches) {
        const QJsonObject launch{
            {QStringLiteral("command"), GatewayHome::fakeServer()},
            {QStringLiteral("args"),
             QJsonArray::fromStringList(switches + QStringList{QStringLiteral("--say-env"), QStringLiteral("TOKEN")})}};
        const QJsonObject env{{QStringLiteral("TOKEN"), QString::fromLatin1(token)}};
        enclaves.insert(name, QJsonObject{{QStringLiteral("stdio"), launch}, {QStringLiteral("env"), env}});
    };
    add(QStringLiteral("good"), {});
    add(QStringLiteral("mortal"), {QStringLiteral("--crash-on-call"), QStringLiteral("1")});
    add(QStringLiteral("silent"), {QStringLiteral("--never-answer"), QStringLiteral("tools/call")});
    m_home->home().write(QStringLiteral("pasarela.json"),
                         QJsonDocument(QJsonObject{{QStringLiteral("enclaves"), enclaves}}).toJson());
}

QJsonArray tst_audit::audited(const QStringList &more) const
{
    const auto outcome = m_home->command(QStringList{QStringLiteral("audit"), QStringLiteral("--json")} + more);
    return outcome.exitCode == 0 ? QJsonDocument::fromJson(outcome.out).array() : QJsonArray();
}

QMultiMap<QString, QString> tst_audit::outcomes() const
{
    QMultiMap<QString, QString> all;
    for (const QJsonValue &call : audited())
        all.insert(text(call.toObject(), "tool"), text(call.toObject(), "outcome"));
    return all;
}

QByteArray tst_audit::written() const
{
    QByteArray all;
    const QDir folder(auditFolder(m_home->paths()));
    for (const QString &name : folder.entryList(QDir::Files | QDir::Hidden)) {
        QFile file(folder.filePath(name));
        if (file.open(QIODevice::ReadOnly))
            all += file.readAll();
    }
    return all;
}

QJsonObject tst_audit::session(const QString &enclave) const
{
    for (const QJsonValue &session : m_home->status().value(QLatin1String("sessions")).toArray()) {
        if (text(session.toObject(), "enclave") == enclave)
            return session.toObject();
    }
    return {};
}

void tst_audit::everyCallIsALineAndNothingOfItsContent()
{
    QVERIFY(m_home->start());
    {
        BridgeProcess client(m_home->home());
        client.start();
        client.say(handshake + callLine("1", "good__echo", R"({"message":")" + argument + "\"}")
                   + callLine("2", "good__env", R"({"name":"TOKEN"})") + callLine("3", "good__fail")
                   + callLine("4", "good__refuse") + callLine("5", "mortal__echo") + callLine("6", "nobody__echo")
                   + callLine("7", "silent__echo") + callLine("8", "silent__pid"));
        const auto hasAnswer = [&client](const QByteArray &id) {
            return client.output().contains(R"({"jsonrpc":"2.0","id":)" + id + ',');
        };
        for (const char *id : {"1", "2", "3", "4", "5", "6"})
            QTRY_VERIFY_WITH_TIMEOUT(hasAnswer(id), 30000);
        QVERIFY(client.output().contains(token) && client.output().contains(argument));
        client.say(R"({"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":7,"reason":"x"}})"
                   "\n");
        QTRY_VERIFY_WITH_TIMEOUT(outcomes().contains(QStringLiteral("silent__echo")), 30000);
    } // 8 is still open
    const auto timed = m_home->command(
        {QStringLiteral("call"), QStringLiteral("silent__cwd"), QStringLiteral("--timeout"), QStringLiteral("1")});
    QCOMPARE(timed.exitCode, 1);
    QVERIFY(called("pasarela__status"));
    QTRY_COMPARE_WITH_TIMEOUT(audited().size(), 10, 30000);

    BridgeProcess last(m_home->home());
    last.start();
    last.say(handshake + callLine("1", "silent__args"));
    QTRY_COMPARE_WITH_TIMEOUT(session(QStringLiteral("silent")).value(QLatin1String("calls")).toInt(), 4, 30000);
    QCOMPARE(m_home->command({QStringLiteral("stop")}).exitCode, 0);

    const auto all = outcomes();
    const auto outcomeOf = [&all](const char *tool) { return all.values(QLatin1String(tool)); };
    const auto only = [](const char *outcome) { return QList<QString>{QLatin1String(outcome)}; };
    QCOMPARE(outcomeOf("good__echo"), only("answered"));
    QCOMPARE(outcomeOf("good__env"), only("answered"));
    QCOMPARE(outcomeOf("good__fail"), only("serverError"));
    QCOMPARE(outcomeOf("good__refuse"), only("serverError"));
    QCOMPARE(outcomeOf("mortal__echo"), only("failed"));
    QCOMPARE(outcomeOf("nobody__echo"), only("failed"));
    QCOMPARE(outcomeOf("silent__echo"), only("cancelled"));
    QCOMPARE(outcomeOf("silent__pid"), only("clientLeft"));
    QCOMPARE(outcomeOf("silent__cwd"), only("timedOut"));
    QCOMPARE(outcomeOf("pasarela__status"), only("answered"));
    QCOMPARE(outcomeOf("silent__args"), only("stopped"));
    QCOMPARE(all.size(), 11);

    for (const QJsonValue &call : audited({QStringLiteral("--enclave"), QStringLiteral("silent")}))
        QVERIFY(text(call.toObject(), "tool").startsWith(QStringLiteral("silent__")));
    for (const QJsonValue &call : audited()) {
        const bool byCommand = QStringList{QStringLiteral("silent__cwd"), QStringLiteral("pasarela__status")}.contains(
            text(call.toObject(), "tool"));
        QCOMPARE(text(call.toObject(), "via"), byCommand ? QStringLiteral("control") : QStringLiteral("bridge"));
        QVERIFY(call.toObject().value(QLatin1String("requestBytes")).toInt() > 50);
    }

    const QByteArray lines = written();
    QCOMPARE(lines.count('\n'), 11);
    for (const QByteArray &secret : {token, token.toBase64(), token.toPercentEncoding(), QByteArray("sesame"), argument,
                                     QByteArray("message"), QByteArray("my token"), QByteArray("as told")})
        QVERIFY2(!lines.contains(secret), secret.constData());
}

void tst_audit::aCrashLosesNoLineThatWasWritten()
{
    QVERIFY(m_home->start());
    QVERIFY(called("good__pid"));
    QTRY_COMPARE(audited().size(), 1);
    m_home->killGateway();
    QFile file(auditFile(auditFolder(m_home->paths())));
    QVERIFY(file.open(QIODevice::WriteOnly | QIODevice::Append));
    file.write(written().first(60)); // what a crash in the middle of a write leaves
    file.close();
    QCOMPARE(audited().size(), 1);
    QVERIFY(m_home->start());
    QVERIFY(called("good__cwd"));
    QTRY_COMPARE(audited().size(), 2);
    QCOMPARE(written().count('\n'), 2);
    for (const QByteArray &line : written().trimmed().split('\n'))
        QVERIFY2(!QJsonDocument::fromJson(line).isNull(), line.constData());
}

void tst_audit::aFolderThatCannotBeWrittenHarmsNoCall()
{
    m_home->home().write(QStringLiteral("data/audit"), "a file where a folder belongs");
    QVERIFY(m_home->start());
    for (int i = 0; i < 3; ++i)
        QVERIFY(called("good__pid"));
    QCOMPARE(m_home->command({QStringLiteral("stop")}).exitCode, 0);
    const QByteArray log = m_home->home().read(QStringLiteral("data/log/gateway.log"));
    QCOMPARE(log.count("Calls go on without it."), 1);
}

void tst_audit::statusSaysHowLongCallsTake()
{
    QVERIFY(m_home->start());
    QVERIFY(called("good__pid"));
    const QJsonObject good = session(QStringLiteral("good"));
    QVERIFY(good.value(QLatin1String("p50")).toDouble() > 0);
    QVERIFY(good.value(QLatin1String("p95")).toDouble() >= good.value(QLatin1String("p50")).toDouble());
}

QTEST_GUILESS_MAIN(tst_audit)
#include "tst_audit.moc"
