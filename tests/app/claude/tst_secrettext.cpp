// SPDX-License-Identifier: MIT
#include "app/claude/maskedsettings.h"
#include "app/claude/secretlooks.h"
#include "app/claude/secrettext.h"

#include <QTest>

using namespace pasarela;

/// What is hidden of texts and settings before they are shown, and what is not. "telltale" stands for a key.
class tst_secrettext : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void keysInTextAreHidden_data();
    void keysInTextAreHidden();
    void otherTextIsShown_data();
    void otherTextIsShown();
    void argumentsKnowTheOneBefore_data();
    void argumentsKnowTheOneBefore();
    void settingsHideEveryPlace_data();
    void settingsHideEveryPlace();
    void settingsKeepTheirBytesOtherwise();
    void whatAProgramSaidHidesItsValues();
    void placesOfKeysAreNamed_data();
    void placesOfKeysAreNamed();
    void aLongTextTakesNoLongTime();
};

namespace {

const QString telltale = QStringLiteral("telltale");

ClaudeEntry entryOf(const QByteArray &raw)
{
    return readClaudeConfig(R"({"mcpServers":{"a":)" + raw + "}}").value().entries.at(0);
}

} // namespace

void tst_secrettext::keysInTextAreHidden_data()
{
    QTest::addColumn<QString>("text");
    QTest::addColumn<QString>("shown");
    QTest::addColumn<bool>("certain");
    const auto row = [](const char *text, const QString &shown, bool certain = true) {
        QTest::newRow(text) << QString::fromUtf8(text) << shown << certain;
    };
    row("--api-key=telltale", QStringLiteral("--api-key=…"));
    row("--apiKey=tell tale 'telltale'", QStringLiteral("--apiKey=…"));
    row("--accessToken telltale", QStringLiteral("--accessToken …"));
    row("GITHUB_TOKEN=telltale", QStringLiteral("GITHUB_TOKEN=…"));
    row("x GITHUB_TOKEN=telltale npx y", QStringLiteral("x GITHUB_TOKEN=… npx y"));
    row("x PASSWORD='tell \\' telltale' y", QStringLiteral("x PASSWORD='…' y"));
    row("Authorization: Bearer telltale", QStringLiteral("Authorization: …"));
    row("X-Api-Key:telltale", QStringLiteral("X-Api-Key:…"));
    row("Cookie: a=telltale; b=telltale", QStringLiteral("Cookie: …"));
    row("curl -H 'Authorization: Basic telltale' u", QStringLiteral("curl -H 'Authorization: …' u"));
    row("use Bearer telltale now", QStringLiteral("use Bearer … now"));
    row("{\"token\": \"telltale\", \"n\": 1}", QStringLiteral("{\"token\": \"…\", \"n\": 1}"));
    row("https://me:telltale@h/p", QStringLiteral("https://…@h/p"));
    row("https://me:tell/telltale@h/p", QStringLiteral("https://…@h/p"));
    row("https://telltale@h/p", QStringLiteral("https://…@h/p"), false);
    row("https://ghp_telltale@h/p", QStringLiteral("https://…@h/p"));
    row("https://h/p?q=telltale&telltale&token=telltale", QStringLiteral("https://h/p?q=…&…&token=…"));
    row("https://h?q=telltale", QStringLiteral("https://h?q=…"), false);
    row("https://h/#access_token=telltale", QStringLiteral("https://h/#access_token=…"));
    row("https://h/s/telltale0123456789abc/mcp", QStringLiteral("https://h/s/…/mcp"), false);
    row("see https://h/?k=telltale, then", QStringLiteral("see https://h/?k=… then"), false);
    row("root:telltale@tcp(db:1)/x", QStringLiteral("root:…@tcp(db:1)/x"));
    row("Server=db;Password=telltale;X=1", QStringLiteral("Server=db;Password=…"));
    for (const char *key : {"ghp_telltale", "github_pat_telltale", "sk-telltale", "xoxb-telltale", "AKIAtelltale",
                            "eyJtelltale0123", "glpat-telltale", "sk_live_telltale", "AIzatelltale"})
        row(key, QStringLiteral("…"));
}

void tst_secrettext::keysInTextAreHidden()
{
    QFETCH(QString, text);
    QFETCH(QString, shown);
    QFETCH(bool, certain);
    QCOMPARE(withoutSecrets(text), shown);
    QCOMPARE(holdsSecret(text), certain);
}

void tst_secrettext::otherTextIsShown_data()
{
    QTest::addColumn<QString>("text");
    for (const char *text : {"",
                             "-y",
                             "npx",
                             "@modelcontextprotocol/server-filesystem",
                             "/home/me/Documents",
                             "C:\\Users\\me\\x y",
                             "--port=8080",
                             "--token",
                             "--max-tokens=5",
                             "https://h.example:8443/mcp",
                             "git@example.org:me/x.git",
                             "ghcr.io/me/mcp-auth:2.1",
                             "npm:x@1.2.3",
                             "my-task-sk-1",
                             "keyboard=es",
                             "monkey business",
                             "the token is old",
                             "git+https://h/me/x#main",
                             "require('fs').readFileSync(0)",
                             "a=b",
                             "key",
                             "https://h/p@2.0"})
        QTest::newRow(text) << QString::fromUtf8(text);
}

void tst_secrettext::otherTextIsShown()
{
    QFETCH(QString, text);
    QCOMPARE(withoutSecrets(text), text);
    QVERIFY(!holdsSecret(text));
}

void tst_secrettext::argumentsKnowTheOneBefore_data()
{
    QTest::addColumn<QString>("arguments");
    QTest::addColumn<QString>("shown");
    const auto row = [](const char *arguments, const char *shown) {
        QTest::newRow(arguments) << QString::fromUtf8(arguments) << QString::fromUtf8(shown);
    };
    row("--token|telltale|--port|1", "--token|…|--port|1");
    row("--token|-telltale", "--token|…");
    row("--auth|--token|telltale", "--auth|…|…");
    row("--token=telltale|x", "--token=…|x");
    row("-H|X-Any: telltale|x", "-H|X-Any: …|x");
    row("--header=X-Any:telltale", "--header=X-Any:…");
    row("run|-e|ANY=telltale|img", "run|-e|ANY=…|img");
    row("run|-e|ANY|img", "run|-e|ANY|img");
    row("--env|any=telltale", "--env|any=…");
    row("--env=any=telltale", "--env=any=…");
    row("-e|const x = require('y')", "-e|const x = require('y')");
    row("--url|https://u:telltale@h", "--url|https://…@h");
}

void tst_secrettext::argumentsKnowTheOneBefore()
{
    QFETCH(QString, arguments);
    QFETCH(QString, shown);
    QCOMPARE(argumentsWithoutSecrets(arguments.split(u'|')).join(u'|'), shown);
}

void tst_secrettext::settingsHideEveryPlace_data()
{
    QTest::addColumn<QByteArray>("entry");
    const auto row = [](const char *name, const QByteArray &entry) { QTest::newRow(name) << entry; };
    row("variable", R"({"env":{"ANY":"telltale"}})");
    row("variables that are no object", R"({"env":"telltale"})");
    row("variables in a list", R"({"env":["telltale",{"a":["telltale"]}]})");
    row("variables deeper", R"({"x":{"environment":{"ANY":"telltale"}}})");
    row("header", R"({"headers":{"X-Any":"telltale"}})");
    row("headers elsewhere", R"({"transport":{"requestInit":{"httpHeaders":[["X","telltale"]]}}})");
    row("option", R"({"args":["--api-key=telltale"]})");
    row("option and value", R"({"args":["--token","telltale"]})");
    row("number behind an option", R"({"args":["--pat",["telltale"]]})");
    row("escaped", R"({"args":["--t\u006fken","tellt\u0061le telltale"]})");
    row("arguments that are no list", R"({"args":"--token telltale"})");
    row("command", R"({"command":"npx x --token telltale"})");
    row("user information", R"({"url":"https://u:telltale@h/"})");
    row("query", R"({"url":"https://h/?any=telltale"})");
    row("member named as a key", R"({"apiKey":"telltale","auth":{"x":{"y":"telltale"}}})");
    row("no object", R"("sk-telltale")");
    row("a list", R"(["--token","telltale"])");
    row("200 deep", R"({"x":)" + QByteArray(200, '[') + R"("telltale")" + QByteArray(200, ']') + '}');
}

void tst_secrettext::settingsHideEveryPlace()
{
    QFETCH(QByteArray, entry);
    for (const QByteArray &settings :
         {R"({"mcpServers":{"a":)" + entry + "}}", R"({"other":)" + entry + "}", entry, '[' + entry + ']'}) {
        QVERIFY2(!scanJson(settings, {}).fault, settings);
        const QByteArray shown = settingsWithoutSecrets(settings);
        QVERIFY2(!shown.contains("telltale"), shown);
        QVERIFY2(!scanJson(shown, {}).fault, shown);
    }
}

void tst_secrettext::settingsKeepTheirBytesOtherwise()
{
    const QByteArray settings = "{ \"n\": 1e400,\r\n\"mcpServers\": {\"env\": {\"command\" : \"n\\u0070x\", \"args\": "
                                "[\"-y\", 5, null]}, \"github-token\": {\"command\":\"c\"}}, \"t\": \"dark\" }\n";
    QCOMPARE(settingsWithoutSecrets(settings), settings);
    QCOMPARE(settingsWithoutSecrets("{\"env\": null}"), QByteArray("{\"env\": null}"));
}

void tst_secrettext::whatAProgramSaidHidesItsValues()
{
    const ClaudeEntry entry =
        entryOf(R"({"command":"c","args":["-e","ANY=argtelltale"],"env":{"A":"telltale","B":"on","C":"telltale2"}})");
    const QString said =
        saidWithoutSecrets(entry, QStringLiteral("on: telltale2 is wrong, argtelltale too, telltale too; sk-telltale"));
    QVERIFY2(!said.contains(telltale), qPrintable(said));
    QVERIFY2(said.startsWith(QStringLiteral("on: … is wrong, … too")), qPrintable(said));
    QVERIFY2(!commandWithoutSecrets(entry).contains(telltale), qPrintable(commandWithoutSecrets(entry)));
}

void tst_secrettext::placesOfKeysAreNamed_data()
{
    QTest::addColumn<QByteArray>("entry");
    QTest::addColumn<QString>("places");
    const auto row = [](const QByteArray &entry, const QString &places) { QTest::newRow(entry) << entry << places; };
    row(R"({"command":"c","args":["-y","pkg","--port","80"],"env":{"HOME":"/x"}})", {});
    row(R"({"command":"c","args":["--header","Authorization:${AUTH}"]})", {});
    row(R"({"command":"c","args":["https://h/?project=x"]})", {});
    row(R"({"command":"c","args":["--header","Authorization:Bearer k"]})", QStringLiteral("argument 2"));
    row(R"({"command":"c","args":["-e","GITHUB_TOKEN=k"]})", QStringLiteral("argument 2"));
    row(R"({"command":"c","args":["--apiKey","k"]})", QStringLiteral("argument 1"));
    row(R"({"command":"c","args":["https://h/?api_key=k"]})", QStringLiteral("argument 1"));
    row(R"({"command":"c --token k"})", QStringLiteral("its command"));
    row(R"({"url":"https://u:k@h/","headers":{"X-Api-Key":"k","Accept":"a"}})",
        QStringLiteral("url, header X-Api-Key"));
}

void tst_secrettext::placesOfKeysAreNamed()
{
    QFETCH(QByteArray, entry);
    QFETCH(QString, places);
    QCOMPARE(likelySecrets(entryOf(entry)).join(QStringLiteral(", ")), places);
}

void tst_secrettext::aLongTextTakesNoLongTime()
{
    // Where each step looked at the whole rest, these would not end before the test is killed.
    constexpr qsizetype size = 200'000;
    for (const char *part : {"a", "a=", "token ", "://", "a:", "://a/", "' ", "@:", "sk-'"}) {
        const QString text = QString::fromLatin1(part).repeated(size / qsizetype(qstrlen(part)));
        QVERIFY(!withoutSecrets(text).isNull());
    }
}

QTEST_GUILESS_MAIN(tst_secrettext)
#include "tst_secrettext.moc"
