// SPDX-License-Identifier: MIT
#include "tests/fakemcpserver/scenario.h"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <functional>

namespace pasarela::test {
namespace {

struct Switch {
    const char *name;
    const char *value; ///< What follows; null: nothing does.
    const char *help;
    std::function<void(Scenario &, const QString &)> set;
};

std::chrono::milliseconds ms(const QString &text)
{
    return std::chrono::milliseconds(text.toLongLong());
}

const std::vector<Switch> &table()
{
    using S = Scenario &;
    using V = const QString &;
    static const std::vector<Switch> switches = {
        {"--name", "NAME", "serverInfo.name", [](S s, V v) { s.name = v.toStdString(); }},
        {"--instructions", "TEXT", "instructions", [](S s, V v) { s.instructions = v.toStdString(); }},
        {"--protocol", "VERSION", "answered whatever was asked", [](S s, V v) { s.protocol = v.toStdString(); }},
        {"--without", "CAPABILITY", "tools, resources, prompts, completions or logging is not offered",
         [](S s, V v) { s.without.append(v); }},
        {"--tool", "NAME", "one more tool of this name, as it is", [](S s, V v) { s.extraTools.append(v); }},
        {"--tool-json", "JSON", "one more tool by its whole definition",
         [](S s, V v) { s.toolDefinitions.push_back(Json::parse(v.toStdString())); }},
        {"--tools", "N", "N more tools: tool_0, tool_1 ...", [](S s, V v) { s.generatedTools = v.toInt(); }},
        {"--page-size", "N", "every list in pages of N", [](S s, V v) { s.pageSize = v.toInt(); }},
        {"--progress", "N", "N progress notifications for each call with a token",
         [](S s, V v) { s.progressPerCall = v.toInt(); }},
        {"--big-result", "BYTES", "size of payload's text", [](S s, V v) { s.bigResult = v.toLongLong(); }},
        {"--crash-on-call", "N", "exit 3 at the Nth tools/call, unanswered",
         [](S s, V v) { s.crashOnCall = v.toInt(); }},
        {"--crash-at-start", "K", "exit 4 at the first K starts; needs --state-file",
         [](S s, V v) { s.crashAtStart = v.toInt(); }},
        {"--state-file", "FILE", "counts the starts", [](S s, V v) { s.stateFile = v; }},
        {"--die-on-unknown", nullptr, "exit 7 at an unknown method", [](S s, V) { s.dieOnUnknown = true; }},
        {"--slow-init", "MS", "delay of the initialize answer", [](S s, V v) { s.slowInit = ms(v); }},
        {"--slow-call", "MS", "delay of every tools/call answer", [](S s, V v) { s.slowCall = ms(v); }},
        {"--never-answer", "METHOD", "requests of this method stay unanswered",
         [](S s, V v) { s.neverAnswer.append(v); }},
        {"--broken-json", "METHOD", "answers to this method are no JSON", [](S s, V v) { s.brokenJson.append(v); }},
        {"--call-error", "JSON", "every tools/call is answered with this error, as it is",
         [](S s, V v) { s.callError = v; }},
        {"--noise", nullptr, "lines on stdout that are no messages", [](S s, V) { s.noise = true; }},
        {"--partial-lines", nullptr, "messages arrive in pieces", [](S s, V) { s.partialLines = true; }},
        {"--stderr-flood", nullptr, "4 MiB on stderr at the start, 1 MiB a call", [](S s, V) { s.stderrFlood = true; }},
        {"--say-env", "NAME", "prints this variable's value on stderr at the start, with --noise on stdout too",
         [](S s, V v) { s.sayEnv = v; }},
        {"--numeric-ids-only", nullptr, "refuses requests with other ids", [](S s, V) { s.numericIdsOnly = true; }},
        {"--ignore-eof", nullptr, "stays alive when stdin is closed", [](S s, V) { s.ignoreEof = true; }},
        {"--drop-on-eof", nullptr, "exits at once when stdin is closed", [](S s, V) { s.dropOnEof = true; }},
        {"--ignore-sigterm", nullptr, "SIGTERM does nothing", [](S s, V) { s.ignoreSigterm = true; }},
        {"--spawn-grandchild", nullptr, "starts a child that holds stdout and stderr open",
         [](S s, V) { s.spawnGrandchild = true; }},
        {"--spawn-stray", nullptr, "starts a program that leaves the process group",
         [](S s, V) { s.spawnStray = true; }},
        {"--journal", "FILE", "appends \"PID EVENT DETAIL\" for each event", [](S s, V v) { s.journal = v; }},
        {"--max-life", "MS", "safety net: exit 9", [](S s, V v) { s.maxLife = ms(v); }},
    };
    return switches;
}

[[noreturn]] void printHelp()
{
    std::fputs("usage: fakemcpserver [switches]   an MCP server on stdio; tools: see toolset.cpp\n", stdout);
    for (const Switch &entry : table())
        std::fprintf(stdout, "  %-18s %-11s %s\n", entry.name, entry.value ? entry.value : "", entry.help);
    std::exit(0);
}

[[noreturn]] void printMistake(const QString &what)
{
    std::fprintf(stderr, "fakemcpserver: %s; --help lists the switches\n", qPrintable(what));
    std::exit(2);
}

} // namespace

Scenario scenarioFrom(const QStringList &arguments)
{
    Scenario scenario;
    for (qsizetype i = 1; i < arguments.size(); ++i) {
        const QString &name = arguments.at(i);
        if (name == QLatin1String("--help"))
            printHelp();
        const auto entry = std::find_if(table().begin(), table().end(),
                                        [&name](const Switch &s) { return name == QLatin1String(s.name); });
        if (entry == table().end())
            printMistake(QStringLiteral("unknown switch ") + name);
        if (entry->value && i + 1 == arguments.size())
            printMistake(name + QStringLiteral(" needs a value"));
        entry->set(scenario, entry->value ? arguments.at(++i) : QString());
    }
    if (scenario.crashAtStart > 0 && scenario.stateFile.isEmpty())
        printMistake(QStringLiteral("--crash-at-start needs --state-file"));
    return scenario;
}

} // namespace pasarela::test
