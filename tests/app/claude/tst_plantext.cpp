// SPDX-License-Identifier: MIT
#include "app/claude/plantext.h"

#include <nlohmann/json.hpp>

#include <QDir>
#include <QTest>

#include <algorithm>

using namespace pasarela;

/// A plan as people and programs read it.
class tst_plantext : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void saysWhatHappens();
    void foreignTextCannotReachTheTerminal();
    void lineEndsOfWindowsAreNotShown();
    void foreignTextCannotPassForALineOfOurs();
    void jsonIsPlainAsciiAndKeepsEveryCharacter();
    void neverShowsAValue();
    void theDiffHoldsOnlyWhatChanges();
    void aProblemIsNoPlan();
    void anUnfinishedRunIsTold();
};

namespace {

PlanContext contextOf()
{
    PlanContext context;
    context.file = QStringLiteral("/x/claude_desktop_config.json");
    context.candidates = {
        {context.file, QStringLiteral("linux"), true, QStringLiteral("Claude keeps its settings here.")}};
    context.exists = true;
    return context;
}

MigrationPlan planOf(const QByteArray &servers)
{
    PlanInput input;
    input.bytes = "{\n  \"a\": 1,\n  \"mcpServers\": " + servers + ",\n  \"z\": 2\n}\n";
    input.ownEntry = ownEntry(QStringLiteral("/opt/pasarela-bridge"), {});
    return planMigration(input).value();
}

bool isPrintable(const QString &text)
{
    return std::all_of(text.begin(), text.end(), [](QChar c) {
        const char16_t u = c.unicode();
        return u == u'\n'
            || (u >= 0x20 && u != 0x7f && !(u >= 0x80 && u < 0xa0) && c.category() != QChar::Other_Format && u != 0x2028
                && u != 0x2029);
    });
}

// Escape code, 8-bit escape, delete, right-to-left override, isolate, line separator: in a name, a command and a
// variable.
const QByteArray nasty =
    "{\"a\\u001b[2J\x7f\xC2\x9B\": {\"command\": \"b\xE2\x80\xAE\", \"args\": [\"\xE2\x81\xA6\xE2\x80\xA8\"], "
    "\"env\": {\"TOKEN\\u001b]0;x\\u0007\xE2\x80\xAE\": \"hidden\"}}}";

} // namespace

void tst_plantext::saysWhatHappens()
{
    const QString text = planAsText(
        contextOf(), planOf(R"({"notes":{"command":"n"},"web":{"url":"u"},"ext":{"command":"e","extensionId":"i"}})"));
    QVERIFY2(text.contains(QDir::toNativeSeparators(QStringLiteral("/x/claude_desktop_config.json"))),
             qPrintable(text));
    for (const char *part : {"notes: migrate as notes", "web: decide. ", "(--decide web=leave)", "ext: leave. ", "+ "})
        QVERIFY2(text.contains(QLatin1String(part)), qPrintable(text));
}

void tst_plantext::lineEndsOfWindowsAreNotShown()
{
    PlanInput input;
    input.bytes = "{\r\n  \"mcpServers\": {\r\n    \"notes\": {\"command\": \"n\"}\r\n  }\r\n}\r\n";
    input.ownEntry = ownEntry(QStringLiteral("/opt/pasarela-bridge"), {});
    const MigrationPlan plan = planMigration(input).value();
    QVERIFY(planDiff(plan).contains(QStringLiteral("\n-     \"notes\": {\"command\": \"n\"}\n")));
    QVERIFY(!planDiff(plan).contains(u'\r'));
}

void tst_plantext::foreignTextCannotReachTheTerminal()
{
    PlanContext context = contextOf();
    context.candidates[0].file = QStringLiteral("/x\u001b[2J/\u202e");
    const QString text = planAsText(context, planOf(nasty));
    QVERIFY2(isPrintable(text), qPrintable(text));
    QVERIFY(text.contains(QStringLiteral("a\u241b[2J\u2421\ufffd: decide"))); // shown, not dropped
}

void tst_plantext::foreignTextCannotPassForALineOfOurs()
{
    const QString text = planAsText(contextOf(), planOf(R"({"a\nb: leave":{"command":"x"},"c\r\td":{"command":"y"}})"));
    QVERIFY2(text.contains(QStringLiteral("a\u240ab: leave: migrate")), qPrintable(text));
    QVERIFY2(text.contains(QStringLiteral("c\u240d\u2409d: migrate")), qPrintable(text));
    QVERIFY(!text.contains(QStringLiteral("\nb: leave")));
}

void tst_plantext::jsonIsPlainAsciiAndKeepsEveryCharacter()
{
    const QByteArray bytes = planAsJson(contextOf(), planOf(nasty));
    QVERIFY(std::all_of(bytes.begin(), bytes.end(), [](char c) { return c == '\n' || (c >= 0x20 && c < 0x7f); }));
    const auto json = nlohmann::json::parse(bytes.toStdString());
    QCOMPARE(json["servers"][0]["name"].get<std::string>(), std::string("a\x1b[2J\x7f\xC2\x9B"));
    QCOMPARE(json["servers"][0]["action"].get<std::string>(), std::string("decide"));
    QCOMPARE(json["servers"][0]["variables"].size(), size_t(1));
    QCOMPARE(json["servers"][0]["choices"].back().get<std::string>(), std::string("a\x1b[2J\x7f\xC2\x9B=leave"));
    QCOMPARE(json["candidates"][0]["live"].get<bool>(), true);
}

void tst_plantext::neverShowsAValue()
{
    const MigrationPlan plan =
        planOf(R"({"a":{"command":"x","env":{"K":"hidden"}},"b":{"command":"x","env":{"TOKEN":"hidden"}}})");
    QVERIFY(!planAsText(contextOf(), plan).contains(QStringLiteral("hidden")));
    QVERIFY(!planAsJson(contextOf(), plan).contains("hidden"));
    QVERIFY(planAsJson(contextOf(), plan).contains("TOKEN"));
}

void tst_plantext::theDiffHoldsOnlyWhatChanges()
{
    const QString diff = planDiff(planOf("{\n    \"notes\": {\"command\": \"n\"}\n  }"));
    QVERIFY2(diff.contains(QStringLiteral("-     \"notes\": {\"command\": \"n\"}")), qPrintable(diff));
    QVERIFY2(diff.contains(QStringLiteral("pasarela-bridge")), qPrintable(diff));
    QVERIFY2(!diff.contains(QStringLiteral("\"a\": 1")) && !diff.contains(QStringLiteral("\"z\": 2")),
             qPrintable(diff));
    MigrationPlan nothing;
    nothing.before = nothing.after = "{}";
    QVERIFY(planDiff(nothing).isEmpty());
}

void tst_plantext::aProblemIsNoPlan()
{
    PlanContext context = contextOf();
    context.problem = QStringLiteral("line 3, column 1: \u001b bad");
    const QString text = planAsText(context, {});
    QVERIFY2(text.contains(QDir::toNativeSeparators(QStringLiteral("/x/claude_desktop_config.json"))),
             qPrintable(text));
    QVERIFY2(!text.contains(QStringLiteral("Nothing is to be done")), qPrintable(text));
    const auto json = nlohmann::json::parse(planAsJson(context, {}).toStdString());
    QCOMPARE(json["problems"].size(), size_t(1));
    QCOMPARE(json["changes"].get<bool>(), false);
}

void tst_plantext::anUnfinishedRunIsTold()
{
    PlanContext context = contextOf();
    QVERIFY(!planAsText(context, planOf("{}")).contains(QStringLiteral("in the middle")));
    context.unfinished = true;
    QVERIFY(planAsText(context, planOf("{}")).contains(QStringLiteral("in the middle")));
    QVERIFY(planAsJson(context, planOf("{}")).contains("\"unfinished\": true"));
}

QTEST_GUILESS_MAIN(tst_plantext)
#include "tst_plantext.moc"
