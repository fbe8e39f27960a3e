// SPDX-License-Identifier: MIT
#include "app/claude/claudeconfig.h"

#include <QTest>

using namespace pasarela;

/// Claude's settings read strictly and changed by splicing.
class tst_claudeconfig : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void readsItsServers();
    void saysWhatClaudeWouldNotStart_data();
    void saysWhatClaudeWouldNotStart();
    void refusesWhatClaudeCannotRead_data();
    void refusesWhatClaudeCannotRead();
    void refusesAKeyThatStandsTwice_data();
    void refusesAKeyThatStandsTwice();
    void onlyTheServersChange_data();
    void onlyTheServersChange();
    void putsBackByteForByte();
    void ourEntryIsJson();
    void knowsItsOwnEntry();
};

void tst_claudeconfig::readsItsServers()
{
    const auto config = readClaudeConfig(
        R"({"x":1,"mcpServers":{"b":{"command":"npx","args":["-y","\u0061"],"env":{"K":"v"}},"a":{"command":"c","extensionId":"e","disabled":true}}})");
    QVERIFY(config);
    QCOMPARE(config->entries.size(), size_t(2));
    const ClaudeEntry &first = config->entries[0];
    QCOMPARE(first.name, QStringLiteral("b"));
    QCOMPARE(first.command, QStringLiteral("npx"));
    QCOMPARE(first.args, (QStringList{QStringLiteral("-y"), QStringLiteral("a")}));
    QCOMPARE(first.env.value(QStringLiteral("K")), QStringLiteral("v"));
    QCOMPARE(first.raw, QByteArray(R"({"command":"npx","args":["-y","\u0061"],"env":{"K":"v"}})"));
    QVERIFY(!first.ofExtension && !first.saysDisabled && first.problem.isEmpty());
    QVERIFY(config->entries[1].ofExtension && config->entries[1].saysDisabled);
    QVERIFY(readClaudeConfig("{}").value().entries.empty());
}

void tst_claudeconfig::saysWhatClaudeWouldNotStart_data()
{
    QTest::addColumn<QByteArray>("entry");
    QTest::addColumn<QString>("says");
    const auto row = [](const char *name, const QByteArray &entry, const char *says) {
        QTest::newRow(name) << entry << QString::fromLatin1(says);
    };
    row("url", R"({"url":"https:\/\/mcp.example.org\/mcp"})", "no command");
    row("url in a transport", R"({"transport":{"type":"http","url":"https:\/\/mcp.example.org\/mcp"}})", "no command");
    row("command that is no text", R"({"command":["npx"]})", "no command");
    row("no object", R"("npx")", "no object");
    row("args that are no list", R"({"command":"a","args":"-y"})", "no list");
    row("an arg that is no text", R"({"command":"a","args":[1]})", "no text");
    row("env that is no object", R"({"command":"a","env":[]})", "no object");
    row("a variable that is no text", R"({"command":"a","env":{"PORT":80}})", "no text");
    row("a variable with a NUL", R"({"command":"a","env":{"A":"b\u0000c"}})", "NUL");
}

void tst_claudeconfig::saysWhatClaudeWouldNotStart()
{
    QFETCH(QByteArray, entry);
    QFETCH(QString, says);
    const auto config = readClaudeConfig(R"({"mcpServers":{"a":)" + entry + "}}");
    QVERIFY(config);
    QVERIFY2(config->entries.at(0).problem.contains(says), qPrintable(config->entries.at(0).problem));
    QCOMPARE(config->entries.at(0).raw, entry);
}

void tst_claudeconfig::refusesWhatClaudeCannotRead_data()
{
    QTest::addColumn<QByteArray>("bytes");
    QTest::addColumn<QString>("says");
    const auto row = [](const char *name, const QByteArray &bytes, const char *says) {
        QTest::newRow(name) << bytes << QString::fromLatin1(says);
    };
    row("byte order mark", "\xEF\xBB\xBF{}", "line 1, column 1");
    row("comment", "{\n  // here\n}", "line 2, column 3");
    row("trailing comma", "{\"a\":1,\n}", "line 2, column 1");
    row("single backslash", "{\"a\":\"C:\\Users\"}", "line 1");
    row("UTF-16", QByteArray("{\0}\0", 4), "line 1");
    row("zero bytes", "", "line 1");
    row("NULs", QByteArray(10, '\0'), "line 1");
    row("list", "[]", "no JSON object");
    row("null", "null", "no JSON object");
    row("servers that are no object", R"({"mcpServers":[]})", "no object");
    row("two roots", "{}{}", "line 1, column 3");
}

void tst_claudeconfig::refusesWhatClaudeCannotRead()
{
    QFETCH(QByteArray, bytes);
    QFETCH(QString, says);
    const auto config = readClaudeConfig(bytes);
    QVERIFY(!config);
    QCOMPARE(config.error().code, Error::Code::InvalidInput);
    QVERIFY2(config.error().detail.contains(says), qPrintable(config.error().detail));
}

void tst_claudeconfig::refusesAKeyThatStandsTwice_data()
{
    QTest::addColumn<QByteArray>("bytes");
    QTest::addColumn<QString>("says");
    const auto row = [](const char *name, const QByteArray &bytes, const char *says) {
        QTest::newRow(name) << bytes << QString::fromLatin1(says);
    };
    row("mcpServers", "{\"mcpServers\":{},\n\"mcpServers\":{}}", "line 2, column 1");
    row("a server", "{\"mcpServers\":{\"a\":{},\n\n \"a\":{}}}", "line 3, column 2");
    row("in a server", "{\"mcpServers\":{\"a\":{\"command\":\"x\",\n\"command\":\"y\"}}}", "line 2");
    row("a variable", "{\"mcpServers\":{\"a\":{\"env\":{\"K\":\"x\",\n\"\\u004b\":\"y\"}}}}", "line 2");
    row("elsewhere", "{\"preferences\":[{\"b\":1,\n\"b\":2}],\"mcpServers\":{}}", "line 2, column 1");
}

void tst_claudeconfig::refusesAKeyThatStandsTwice()
{
    QFETCH(QByteArray, bytes);
    QFETCH(QString, says);
    const auto config = readClaudeConfig(bytes);
    QVERIFY(!config);
    QVERIFY2(config.error().detail.contains(says), qPrintable(config.error().detail));
    QVERIFY2(config.error().detail.contains(QStringLiteral("twice")), qPrintable(config.error().detail));
}

namespace {

const QByteArray odd = "\"n\": [1e400, 12345678901234567890, -0.0, 1.0, 9007199254740993], \"z\":\t\"\\u00e9\\ud800\", "
                       "\"a\": {\"__proto__\": null, \"\": []}";

} // namespace

void tst_claudeconfig::onlyTheServersChange_data()
{
    QTest::addColumn<QByteArray>("head");
    QTest::addColumn<QByteArray>("servers");
    QTest::addColumn<QByteArray>("tail");
    const auto row = [](const char *name, const QByteArray &head, const QByteArray &servers, const QByteArray &tail) {
        QTest::newRow(name) << head << servers << tail;
    };
    const QByteArray go = R"({"command":"a"})";
    const QByteArray stay = R"({"command":"b","cwd":"\/x","n":1e400})";
    row("on one line", '{' + odd + ",\"mcpServers\":", "{\"go\":" + go + ",\"stay\":" + stay + '}', ",\"y\":1}");
    row("indented by two",
        "{\n  " + odd + ",\n  \"mcpServers\": ", "{\n    \"go\": " + go + ",\n    \"stay\": " + stay + "\n  }",
        ",\n  \"y\": 1\n}\n");
    row("tabs and CRLF", "{\r\n\t" + odd + ",\r\n\t\"mcpServers\":\t",
        "{\r\n\t\t\"stay\": " + stay + ",\r\n\t\t\"go\": " + go + "\r\n\t}", ",\r\n\t\"y\": 1\r\n}\r\n\r\n");
    row("servers first and an escaped key",
        "{\"mcp\\u0053ervers\" : ", "{ \"stay\" : " + stay + " , \"go\" : " + go + " }", " , " + odd + "}");
}

void tst_claudeconfig::onlyTheServersChange()
{
    QFETCH(QByteArray, head);
    QFETCH(QByteArray, servers);
    QFETCH(QByteArray, tail);
    const auto changed = withServers(head + servers + tail, {QStringLiteral("go")},
                                     {{ownEntryName, ownEntry(QStringLiteral("/p"), {}), JsonForm::Fitted}});
    QVERIFY2(changed, qPrintable(changed ? QString() : changed.error().detail));
    QVERIFY(changed->startsWith(head));
    QVERIFY(changed->endsWith(tail));
    const auto config = readClaudeConfig(*changed);
    QVERIFY(config);
    QCOMPARE(config->entries.size(), size_t(2));
    QCOMPARE(config->entries[0].name, QStringLiteral("stay"));
    QCOMPARE(config->entries[0].raw, QByteArray(R"({"command":"b","cwd":"\/x","n":1e400})"));
    QVERIFY(isOwnEntry(config->entries[1]) == false); // "/p" is no bridge
    QCOMPARE(config->entries[1].name, ownEntryName);
    QCOMPARE(changed->contains("\r\n"), head.contains("\r\n"));
    QCOMPARE(changed->count('\n'), changed->count("\r\n") == 0 ? changed->count('\n') : changed->count("\r\n"));
}

void tst_claudeconfig::putsBackByteForByte()
{
    const QByteArray raw = "{ \"command\":\"a\",\r\n\t\"n\" : 1.0 }";
    const auto changed = withServers(R"({"mcpServers":{"b":{}}})", {}, {{QStringLiteral("a"), raw}});
    QVERIFY(changed);
    QVERIFY2(changed->contains(raw), changed->constData());
}

void tst_claudeconfig::ourEntryIsJson()
{
    const QByteArray entry =
        ownEntry(QStringLiteral("C:\\Program Files\\p\"q\\pasarela-bridge.exe"), QStringLiteral("C:\\h"));
    const auto config = readClaudeConfig(R"({"mcpServers":{"pasarela":)" + entry + "}}");
    QVERIFY(config);
    const ClaudeEntry &own = config->entries.at(0);
    QCOMPARE(own.command, QStringLiteral("C:\\Program Files\\p\"q\\pasarela-bridge.exe"));
    QCOMPARE(own.args, (QStringList{QStringLiteral("--client"), QStringLiteral("claude-desktop")}));
    QCOMPARE(own.env.value(QStringLiteral("PASARELA_HOME")), QStringLiteral("C:\\h"));
    QVERIFY(!ownEntry(QStringLiteral("/p"), {}).contains("env"));
}

void tst_claudeconfig::knowsItsOwnEntry()
{
    const auto own = [](const QString &name, const QString &command) {
        ClaudeEntry entry;
        entry.name = name;
        entry.command = command;
        return isOwnEntry(entry);
    };
    QVERIFY(own(QStringLiteral("pasarela"), QStringLiteral("/opt/x/pasarela-bridge")));
    QVERIFY(own(QStringLiteral("pasarela"), QStringLiteral("C:\\x y\\pasarela-bridge.exe")));
    QVERIFY(!own(QStringLiteral("pasarela"), QStringLiteral("/usr/bin/another")));
    QVERIFY(!own(QStringLiteral("other"), QStringLiteral("/opt/x/pasarela-bridge")));
}

QTEST_GUILESS_MAIN(tst_claudeconfig)
#include "tst_claudeconfig.moc"
