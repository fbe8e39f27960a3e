// SPDX-License-Identifier: MIT
#include "app/claude/migrationplan.h"

#include "gateway/config/configfile.h"

#include <QTest>

using namespace pasarela;

/// What happens to each entry of Claude's settings.
class tst_migrationplan : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void eachKindOfEntry_data();
    void eachKindOfEntry();
    void aMovedEntryBecomesThatEnclave();
    void aPersonMayInsist_data();
    void aPersonMayInsist();
    void aPersonMayLeaveAnything();
    void aKeyIsNeverMovedHoweverOneInsists();
    void whatIsStoredAlreadyIsNotStoredTwice();
    void aTakenNameGetsANumber();
    void namesFitTheRules_data();
    void namesFitTheRules();
    void anotherProgramUnderOurNameIsNotOverwritten_data();
    void anotherProgramUnderOurNameIsNotOverwritten();
    void anotherProgramUnderOurNameMoves();
    void theSecondRunChangesNothing();
    void ourEntryOfAnotherPlaceIsRenewed();
    void noFileBecomesOneWithUs();
    void anEmptyFileIsNoMissingOne();
};

namespace {

const QByteArray own = ownEntry(QStringLiteral("/opt/pasarela dir/pasarela-bridge"), {});

PlanInput inputOf(const QByteArray &bytes)
{
    PlanInput input;
    input.bytes = bytes;
    input.ownEntry = own;
    input.passEnv = {QStringLiteral("HOME")};
    return input;
}

QByteArray withEntry(const QByteArray &entry, const QByteArray &name = "it")
{
    return R"({"mcpServers":{")" + name + "\":" + entry + "}}";
}

QStringList namesIn(const QByteArray &bytes)
{
    QStringList names;
    const auto config = readClaudeConfig(bytes);
    for (const ClaudeEntry &entry : config.value().entries)
        names.append(entry.name);
    return names;
}

} // namespace

void tst_migrationplan::eachKindOfEntry_data()
{
    QTest::addColumn<QByteArray>("entry");
    QTest::addColumn<int>("action");
    QTest::addColumn<QString>("reason"); // a part of it
    const auto row = [](const char *name, const QByteArray &entry, PlanAction action, const char *reason = "") {
        QTest::newRow(name) << entry << int(action) << QString::fromLatin1(reason);
    };
    row("plain command", R"({"command":"/usr/bin/notes"})", PlanAction::Migrate);
    row("npx", R"({"command":"npx","args":["-y","@modelcontextprotocol/server-filesystem","/x"]})",
        PlanAction::Migrate);
    row("harmless variable", R"({"command":"a","env":{"LANG":"es"}})", PlanAction::Migrate);
    row("empty key", R"({"command":"a","env":{"API_KEY":""}})", PlanAction::Migrate);
    row("home folder", R"({"command":"~/bin/a"})", PlanAction::Migrate);
    row("Windows path", R"({"command":"C:\\Program Files\\a.exe"})", PlanAction::Migrate);
    row("unknown members", R"({"command":"a","cwd":"/x","timeout":5,"disabled":false})", PlanAction::Migrate);
    row("variable named as a key", R"({"command":"a","env":{"GITHUB_TOKEN":"x"}})", PlanAction::Decide, "GITHUB_TOKEN");
    row("value that looks like a key", R"({"command":"a","env":{"X":"ghp_abcdefgh"}})", PlanAction::Decide, "(X)");
    row("key as an argument", R"({"command":"a","args":["--api-key","abc"]})", PlanAction::Decide, "argument 1");
    row("user and password in a URL", R"({"command":"a","args":["postgres:\/\/u:p@h\/d"]})", PlanAction::Decide,
        "argument 1");
    row("url", R"({"url":"https:\/\/mcp.example.org"})", PlanAction::Decide, "no command");
    row("url with headers", R"({"type":"http","url":"https:\/\/h","headers":{"Authorization":"Bearer q"}})",
        PlanAction::Decide, "no command");
    row("disabled", R"({"command":"a","disabled":true})", PlanAction::Decide, "disabled");
    row("control characters", R"({"command":"C:\tools\notes.exe"})", PlanAction::Decide, "invisible");
    row("control characters in an argument", R"({"command":"a","args":["b\u001b[2J"]})", PlanAction::Decide,
        "invisible");
    row("right to left", "{\"command\":\"a\",\"args\":[\"b\xE2\x80\xAE\"]}", PlanAction::Decide, "invisible");
    row("control characters in a variable's name", R"({"command":"a","env":{"A\u001b":"x"}})", PlanAction::Decide,
        "invisible");
    row("cmd /c", R"({"command":"cmd","args":["/c","npx","x"]})", PlanAction::Decide, "cmd /c");
    row("CMD.EXE /C", R"({"command":"C:\\Windows\\System32\\CMD.EXE","args":["/C","npx"]})", PlanAction::Decide,
        "cmd /c");
    row("relative command", R"({"command":"./a"})", PlanAction::Decide, "relative");
    row("NUL in a variable", R"({"command":"a","env":{"A":"\u0000"}})", PlanAction::Decide, "NUL");
    row("extension", R"({"command":"a","extensionId":"x"})", PlanAction::Leave, "extension");
}

void tst_migrationplan::eachKindOfEntry()
{
    QFETCH(QByteArray, entry);
    QFETCH(int, action);
    QFETCH(QString, reason);
    const auto plan = planMigration(inputOf(withEntry(entry)));
    QVERIFY2(plan, qPrintable(plan ? QString() : plan.error().detail));
    QCOMPARE(plan->rows.size(), size_t(1));
    const PlanRow &row = plan->rows[0];
    QCOMPARE(int(row.action), action);
    QCOMPARE(row.reason.isEmpty(), reason.isEmpty());
    QVERIFY2(row.reason.contains(reason), qPrintable(row.reason));
    QCOMPARE(plan->isOpen(), row.action == PlanAction::Decide);
    // Only what moves is taken out, and ours is there.
    QCOMPARE(namesIn(plan->after),
             row.action == PlanAction::Migrate ? QStringList{QStringLiteral("pasarela")}
                                               : (QStringList{QStringLiteral("it"), QStringLiteral("pasarela")}));
    QVERIFY(plan->after.contains(entry) == (row.action != PlanAction::Migrate));
}

void tst_migrationplan::aMovedEntryBecomesThatEnclave()
{
    const auto plan =
        planMigration(inputOf(withEntry(R"({"command":"npx","args":["-y","x y"],"env":{"A":"b"}})", "My Notes")));
    QVERIFY(plan);
    const PlanRow &row = plan->rows.at(0);
    QCOMPARE(row.enclave.text(), QStringLiteral("my-notes"));
    QVERIFY(!row.exists);
    EnclaveConfig expected;
    expected.launch = StdioLaunch{QStringLiteral("npx"), {QStringLiteral("-y"), QStringLiteral("x y")}};
    expected.env = {{QStringLiteral("A"), QStringLiteral("b")}};
    expected.passEnv = {QStringLiteral("HOME")};
    expected.origin = QStringLiteral("claude-desktop");
    expected.title = QStringLiteral("My Notes");
    QCOMPARE(row.config, expected);
}

void tst_migrationplan::aPersonMayInsist_data()
{
    QTest::addColumn<QByteArray>("entry");
    QTest::newRow("disabled") << QByteArray(R"({"command":"a","disabled":true})");
    QTest::newRow("cmd /c") << QByteArray(R"({"command":"cmd","args":["/c","npx"]})");
    QTest::newRow("relative") << QByteArray(R"({"command":"./a"})");
}

void tst_migrationplan::aPersonMayInsist()
{
    QFETCH(QByteArray, entry);
    PlanInput input = inputOf(withEntry(entry));
    input.decided.insert(QStringLiteral("it"), PlanAction::Migrate);
    const auto plan = planMigration(input);
    QVERIFY(plan);
    QCOMPARE(plan->rows.at(0).action, PlanAction::Migrate);
}

void tst_migrationplan::aPersonMayLeaveAnything()
{
    for (const QByteArray &entry : {QByteArray(R"({"command":"a"})"), QByteArray(R"({"url":"x"})"),
                                    QByteArray(R"({"command":"a","env":{"TOKEN":"x"}})"), QByteArray("5")}) {
        PlanInput input = inputOf(withEntry(entry));
        input.decided.insert(QStringLiteral("it"), PlanAction::Leave);
        const auto plan = planMigration(input);
        QVERIFY(plan);
        QCOMPARE(plan->rows.at(0).action, PlanAction::Leave);
        QVERIFY(plan->after.contains(entry));
    }
}

void tst_migrationplan::aKeyIsNeverMovedHoweverOneInsists()
{
    for (const QByteArray &entry : {QByteArray(R"({"command":"a","env":{"TOKEN":"x"}})"),
                                    QByteArray(R"({"command":"a","disabled":true,"env":{"TOKEN":"x"}})"),
                                    QByteArray(R"({"command":"./a","env":{"TOKEN":"x"}})")}) {
        PlanInput input = inputOf(withEntry(entry));
        input.decided.insert(QStringLiteral("it"), PlanAction::Migrate);
        const auto plan = planMigration(input);
        QVERIFY(plan);
        QCOMPARE(plan->rows.at(0).action, PlanAction::Decide);
    }
}

void tst_migrationplan::whatIsStoredAlreadyIsNotStoredTwice()
{
    PlanInput input = inputOf(withEntry(R"({"command":"a"})"));
    const PlanRow first = planMigration(input).value().rows.at(0);
    EnclaveConfig stored = first.config;
    stored.enabled = false; // by a person, or by a run that did not end
    input.config.enclaves.insert(EnclaveId(QStringLiteral("known")), stored);
    const auto plan = planMigration(input);
    QVERIFY(plan);
    QVERIFY(plan->rows.at(0).exists);
    QCOMPARE(plan->rows.at(0).enclave.text(), QStringLiteral("known"));
}

void tst_migrationplan::aTakenNameGetsANumber()
{
    PlanInput input =
        inputOf(R"({"mcpServers":{"Notes":{"command":"a"},"notes":{"command":"b"},"NOTES!":{"command":"a"}}})");
    EnclaveConfig other;
    other.launch = StdioLaunch{QStringLiteral("other"), {}};
    input.config.enclaves.insert(EnclaveId(QStringLiteral("notes")), other);
    const auto plan = planMigration(input);
    QVERIFY(plan);
    QStringList names;
    for (const PlanRow &row : plan->rows) {
        QVERIFY(!row.exists);
        names.append(row.enclave.text());
    }
    QCOMPARE(names, (QStringList{QStringLiteral("notes-2"), QStringLiteral("notes-3"), QStringLiteral("notes-4")}));
}

void tst_migrationplan::namesFitTheRules_data()
{
    QTest::addColumn<QString>("entry");
    QTest::addColumn<QString>("enclave");
    const auto row = [](const char16_t *entry, const char *enclave) {
        QTest::addRow("%s", enclave) << QString::fromUtf16(entry) << QString::fromLatin1(enclave);
    };
    row(u"files", "files");
    row(u"GitHub (work)", "github-work");
    row(u"__proto__", "proto");
    row(u"日本", "service");
    row(u"Pasarela", "pasarela-service");
    row(u"relay", "relay-service");
    row(u"a-very-long-name-of-a-service", "a-very-long-name-of-a-se");
    row(u"exactly-at-the-limit-xx--y", "exactly-at-the-limit-xx");
}

void tst_migrationplan::namesFitTheRules()
{
    QFETCH(QString, entry);
    QFETCH(QString, enclave);
    QCOMPARE(enclaveNameFor(entry, {}).text(), enclave);
    QMap<EnclaveId, EnclaveConfig> taken;
    taken.insert(EnclaveId(enclave), {});
    const QString second = enclaveNameFor(entry, taken).text();
    QVERIFY(second.endsWith(QStringLiteral("-2")));
    QVERIFY(second.size() <= 24);
}

void tst_migrationplan::anotherProgramUnderOurNameIsNotOverwritten_data()
{
    QTest::addColumn<QByteArray>("entry");
    QTest::addColumn<bool>("leave");
    QTest::newRow("left by a person") << QByteArray(R"({"command":"/usr/bin/another"})") << true;
    QTest::newRow("an extension's") << QByteArray(R"({"command":"x","extensionId":"y"})") << false;
    QTest::newRow("in doubt") << QByteArray(R"({"command":"x","env":{"TOKEN":"t"}})") << false;
    QTest::newRow("url") << QByteArray(R"({"url":"https:\/\/h"})") << false;
}

void tst_migrationplan::anotherProgramUnderOurNameIsNotOverwritten()
{
    QFETCH(QByteArray, entry);
    QFETCH(bool, leave);
    PlanInput input = inputOf(withEntry(entry, "pasarela"));
    if (leave)
        input.decided.insert(QStringLiteral("pasarela"), PlanAction::Leave);
    const auto plan = planMigration(input);
    QVERIFY(plan);
    QCOMPARE(plan->rows.at(0).action, PlanAction::Decide);
    QVERIFY(plan->changesNothing());
}

void tst_migrationplan::anotherProgramUnderOurNameMoves()
{
    const auto plan = planMigration(inputOf(withEntry(R"({"command":"/usr/bin/another"})", "pasarela")));
    QVERIFY(plan);
    QCOMPARE(plan->rows.at(0).action, PlanAction::Migrate);
    QCOMPARE(plan->rows.at(0).enclave.text(), QStringLiteral("pasarela-service"));
    const auto after = readClaudeConfig(plan->after);
    QVERIFY(after);
    QCOMPARE(after->entries.size(), size_t(1));
    QVERIFY(isOwnEntry(after->entries[0]));
}

void tst_migrationplan::theSecondRunChangesNothing()
{
    const QByteArray bytes = "{\r\n  \"mcpServers\": {\r\n    \"a\": {\"command\": \"a\"},\r\n"
                             "    \"e\": {\"command\": \"x\", \"extensionId\": \"y\"}\r\n  }\r\n}\r\n";
    const auto first = planMigration(inputOf(bytes));
    QVERIFY(first && !first->changesNothing());
    const auto second = planMigration(inputOf(first->after));
    QVERIFY(second);
    QVERIFY(second->changesNothing());
    for (const PlanRow &row : second->rows)
        QCOMPARE(row.action, PlanAction::Leave);
}

void tst_migrationplan::ourEntryOfAnotherPlaceIsRenewed()
{
    // Alike but for a space in a path.
    const QByteArray old = ownEntry(QStringLiteral("/opt/pasareladir/pasarela-bridge"), {});
    const auto plan = planMigration(inputOf(withEntry(old, "pasarela")));
    QVERIFY(plan);
    QCOMPARE(plan->rows.at(0).action, PlanAction::Leave);
    QVERIFY(!plan->changesNothing());
    QCOMPARE(readClaudeConfig(plan->after).value().entries.at(0).command,
             QStringLiteral("/opt/pasarela dir/pasarela-bridge"));
}

void tst_migrationplan::noFileBecomesOneWithUs()
{
    const auto plan = planMigration(inputOf(QByteArray()));
    QVERIFY(plan);
    QVERIFY(plan->before.isNull());
    QCOMPARE(namesIn(plan->after), QStringList{QStringLiteral("pasarela")});
}

void tst_migrationplan::anEmptyFileIsNoMissingOne()
{
    QVERIFY(!planMigration(inputOf(QByteArrayLiteral(""))));
}

QTEST_GUILESS_MAIN(tst_migrationplan)
#include "tst_migrationplan.moc"
