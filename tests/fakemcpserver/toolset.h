// SPDX-License-Identifier: MIT
#pragma once

#include "tests/fakemcpserver/promptset.h"
#include "tests/fakemcpserver/resourceset.h"

#include <functional>
#include <vector>

namespace pasarela::test {

/// One tools/call.
struct Call {
    Json id;
    Json arguments;
    Json token; ///< The progress token; null: none.

    template<typename T> T argument(const char *name, const T &otherwise) const
    {
        return arguments.is_object() ? arguments.value(name, otherwise) : otherwise;
    }
};

/// What tools work with.
struct ToolContext {
    const Scenario &scenario;
    Journal &journal;
    Peer &peer;
    ResourceSet &resources;
    PromptSet &prompts;
    std::string logLevel; ///< By logging/setLevel; empty: none was set.
    std::map<std::string, int> notifications; ///< Seen so far, by method.
    int calls = 0;
    int counter = 0; ///< Of the tool of this name.
    qint64 grandchild = 0;
};

/// The tools and their dispatch.
///
///   basictools.cpp    echo, add, payload, pid, env, cwd, args, counter, fail, refuse, stats, grandchild_pid
///   livelytools.cpp   sleep, hang, steps, log, ask_client, touch, grow, line, exit, flood
class Toolset {
public:
    using Run = std::function<void(ToolContext &, const Call &)>;

    explicit Toolset(ToolContext context);

    void add(const Json &definition, Run run);
    /// A tool with plain properties: {"ms": "integer", …}.
    void add(const char *name, const char *description, const Json &properties, Run run);
    Json list() const;
    void call(const Request &request);
    /// A tool that was not there before, `grown_N`.
    void grow();
    ToolContext &context() { return m_context; }

private:
    struct Tool {
        Json definition;
        Run run;
    };
    void addByScenario();
    void crashIfDue();

    ToolContext m_context;
    std::vector<Tool> m_tools;
    int m_grown = 0;
};

void addBasicTools(Toolset &tools);
void addLivelyTools(Toolset &tools);

Json textResult(const std::string &text);
/// Progress notifications 1 … `count` of `count`, `apart` from each other, then `done`.
void sendProgress(ToolContext &context, const Call &call, int count, std::chrono::milliseconds apart,
                  std::function<void()> done);

} // namespace pasarela::test
