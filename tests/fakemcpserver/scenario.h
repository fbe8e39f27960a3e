// SPDX-License-Identifier: MIT
#pragma once

#include <QString>
#include <QStringList>

#include <chrono>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

namespace pasarela::test {

/// Key order is kept, so that what is written can be compared byte by byte.
using Json = nlohmann::ordered_json;

/// How the fake server behaves; without any switch it is a good server.
struct Scenario {
    std::string name = "fake";
    std::string instructions;
    std::string protocol; ///< Answered whatever was asked; empty: negotiated as the specification says.
    QStringList without; ///< Capabilities not offered: tools, resources, prompts, completions, logging.
    QStringList extraTools; ///< Names of more tools, as they are; each returns its arguments.
    std::vector<Json> toolDefinitions; ///< More tools, as raw definitions.
    int generatedTools = 0; ///< tool_0, tool_1, …
    int pageSize = 0; ///< Of every list; 0: one page.
    int progressPerCall = 0; ///< Notifications for each call that brings a token.
    qint64 bigResult = 65536; ///< Bytes of `payload` when the call does not say.

    int crashOnCall = 0; ///< Ends with status 3 at the Nth call, unanswered.
    int crashAtStart = 0; ///< Ends with status 4 at the first K starts.
    QString stateFile; ///< Counts the starts.
    bool dieOnUnknown = false; ///< Ends with status 7 at an unknown method.
    std::chrono::milliseconds slowInit{0};
    std::chrono::milliseconds slowCall{0};
    QStringList neverAnswer; ///< Methods.
    QString callError; ///< JSON; every tools/call is answered with this as its error.
    QStringList brokenJson; ///< Methods whose answers are no JSON.
    bool noise = false; ///< Lines on stdout that are no messages.
    bool partialLines = false; ///< Messages arrive in pieces.
    bool stderrFlood = false; ///< 4 MiB at the start and 1 MiB a call.
    QString sayEnv; ///< A variable whose value it prints on stderr at the start.
    bool numericIdsOnly = false; ///< Refuses requests with other ids.
    bool ignoreEof = false;
    bool dropOnEof = false; ///< Ends at once when stdin is closed, calls in flight unanswered.
    bool ignoreSigterm = false;
    bool spawnStray = false; ///< A program that leaves the group by fork, setsid, fork and exit.
    bool spawnGrandchild = false; ///< A child that holds stdout and stderr open.
    QString journal; ///< One line for each event: "PID EVENT DETAIL".
    std::chrono::milliseconds maxLife{15 * 60 * 1000}; ///< Safety net: status 9.
};

/// Reads the switches; prints the help or what is wrong and ends the process where that is due.
Scenario scenarioFrom(const QStringList &arguments);

} // namespace pasarela::test
