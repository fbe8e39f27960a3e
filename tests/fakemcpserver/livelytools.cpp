// SPDX-License-Identifier: MIT
#include "tests/fakemcpserver/processfaults.h"
#include "tests/fakemcpserver/toolset.h"

#include <QTimer>

#include <algorithm>

namespace pasarela::test {
namespace {

using std::chrono::milliseconds;

/// The reverse requests that `ask_client` knows; other kinds are taken for a method's name.
std::pair<std::string, Json> reverseRequest(const std::string &kind)
{
    if (kind == "sampling") {
        const Json message = {{"role", "user"}, {"content", {{"type", "text"}, {"text", "Say something"}}}};
        return {"sampling/createMessage", {{"messages", Json::array({message})}, {"maxTokens", 100}}};
    }
    if (kind == "elicitation") {
        const Json schema = {
            {"type", "object"}, {"properties", {{"name", {{"type", "string"}}}}}, {"required", Json::array({"name"})}};
        return {"elicitation/create", {{"message", "What is your name?"}, {"requestedSchema", schema}}};
    }
    if (kind == "elicitation-url")
        return {"elicitation/create",
                {{"mode", "url"},
                 {"message", "Please sign in"},
                 {"url", "https://example.org/sign-in"},
                 {"elicitationId", "e-1"}}};
    if (kind == "roots")
        return {"roots/list", nullptr};
    return {kind, Json::object()};
}

bool isWanted(const std::string &level, const std::string &wanted)
{
    static const std::vector<std::string> levels = {"debug", "info",     "notice", "warning",
                                                    "error", "critical", "alert",  "emergency"};
    const auto rank = [](const std::string &l) { return std::find(levels.begin(), levels.end(), l) - levels.begin(); };
    return wanted.empty() || rank(level) >= rank(wanted);
}

void addTimedTools(Toolset &tools)
{
    tools.add("sleep", "Answers after so many milliseconds", {{"ms", "integer"}},
              [](ToolContext &context, const Call &call) {
                  QTimer::singleShot(milliseconds(call.argument("ms", 1000)), &context.peer,
                                     [&context, call] { context.peer.answer(call.id, textResult("slept")); });
              });
    tools.add("hang", "Never answers", Json::object(), [](ToolContext &, const Call &) {});
    tools.add("steps", "Reports progress step by step", {{"count", "integer"}, {"ms", "integer"}},
              [](ToolContext &context, const Call &call) {
                  const int count = call.argument("count", 3);
                  sendProgress(context, call, count, milliseconds(call.argument("ms", 10)),
                               [&context, call] { context.peer.answer(call.id, textResult("done")); });
              });
}

void addTalkingTools(Toolset &tools)
{
    tools.add("log", "Sends a log message, where the level set allows it", {{"level", "string"}, {"text", "string"}},
              [](ToolContext &context, const Call &call) {
                  const std::string level = call.argument("level", std::string("info"));
                  if (isWanted(level, context.logLevel))
                      context.peer.notify("notifications/message",
                                          {{"level", level},
                                           {"logger", "fake"},
                                           {"data", call.argument("text", std::string("logged"))}});
                  context.peer.answer(call.id, textResult("logged"));
              });
    tools.add("ask_client",
              "Asks the client during the call: sampling, elicitation, elicitation-url, roots or a method; returns the "
              "response as JSON",
              {{"kind", "string"}}, [](ToolContext &context, const Call &call) {
                  const auto [method, params] = reverseRequest(call.argument("kind", std::string("roots")));
                  context.peer.ask(method, params, [&context, call](const Json &response) {
                      context.peer.answer(call.id, textResult(response.dump()));
                  });
              });
    tools.add("touch", "Changes a resource: updated goes to subscribers", {{"uri", "string"}},
              [](ToolContext &context, const Call &call) {
                  context.resources.touch(call.argument("uri", std::string("fake://static/text")));
                  context.peer.answer(call.id, textResult("touched"));
              });
    tools.add("grow", "Adds to tools, prompts or resources, then list_changed", {{"kind", "string"}},
              [&tools](ToolContext &context, const Call &call) {
                  const std::string kind = call.argument("kind", std::string("tools"));
                  context.peer.answer(call.id, textResult("grown"));
                  if (kind == "prompts")
                      context.prompts.grow();
                  else if (kind == "resources")
                      context.resources.grow();
                  else
                      tools.grow();
              });
}

void addRudeTools(Toolset &tools)
{
    tools.add("line", "Writes a line as it is; $ID is the call's id. Answers nothing else", {{"text", "string"}},
              [](ToolContext &context, const Call &call) {
                  std::string text = call.argument("text", std::string());
                  if (const size_t at = text.find("$ID"); at != std::string::npos)
                      text.replace(at, 3, call.id.dump());
                  context.peer.output().noise(text.c_str());
              });
    tools.add("exit", "Ends the process in the call", {{"code", "integer"}},
              [](ToolContext &context, const Call &call) {
                  const int code = call.argument("code", 0);
                  context.journal.add("crash", std::to_string(code));
                  std::fputs("fakemcpserver: ending as told\n", stderr);
                  crash(code);
              });
    tools.add("flood", "Writes so many bytes to stderr", {{"bytes", "integer"}},
              [](ToolContext &context, const Call &call) {
                  context.peer.output().flood(call.argument("bytes", 65536));
                  context.peer.answer(call.id, textResult("flooded"));
              });
}

} // namespace

void addLivelyTools(Toolset &tools)
{
    addTimedTools(tools);
    addTalkingTools(tools);
    addRudeTools(tools);
}

} // namespace pasarela::test
