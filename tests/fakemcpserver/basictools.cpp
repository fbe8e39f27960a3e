// SPDX-License-Identifier: MIT
#include "tests/fakemcpserver/toolset.h"

#include <QCoreApplication>
#include <QDir>
#include <QProcessEnvironment>

namespace pasarela::test {
namespace {

void addPureTools(Toolset &tools)
{
    tools.add("echo", "Returns the message", {{"message", "string"}}, [](ToolContext &context, const Call &call) {
        context.peer.answer(call.id, textResult(call.argument("message", std::string())));
    });
    const Json number = {{"type", "number"}};
    tools.add(
        {{"name", "add"},
         {"title", "Add"},
         {"description", "Adds two numbers"},
         {"inputSchema",
          {{"type", "object"}, {"properties", {{"a", number}, {"b", number}}}, {"required", Json::array({"a", "b"})}}},
         {"outputSchema", {{"type", "object"}, {"properties", {{"sum", number}}}, {"required", Json::array({"sum"})}}},
         {"annotations", {{"readOnlyHint", true}}}},
        [](ToolContext &context, const Call &call) {
            const double sum = call.argument("a", 0.0) + call.argument("b", 0.0);
            const Json exact = sum == double(qint64(sum)) ? Json(qint64(sum)) : Json(sum);
            Json result = textResult(exact.dump());
            result["structuredContent"] = {{"sum", exact}};
            context.peer.answer(call.id, result);
        });
    tools.add("payload", "Returns a text of so many bytes", {{"bytes", "integer"}},
              [](ToolContext &context, const Call &call) {
                  const auto bytes = call.argument("bytes", context.scenario.bigResult);
                  context.peer.answer(call.id, textResult(std::string(size_t(bytes), 'x')));
              });
    tools.add("counter", "Counts its calls in this process", Json::object(),
              [](ToolContext &context, const Call &call) {
                  context.peer.answer(call.id, textResult(std::to_string(++context.counter)));
              });
}

void addProcessTools(Toolset &tools)
{
    tools.add("pid", "The process id", Json::object(), [](ToolContext &context, const Call &call) {
        context.peer.answer(call.id, textResult(std::to_string(QCoreApplication::applicationPid())));
    });
    tools.add("env", "Names of all environment variables, one a line; with a name, that one's value",
              {{"name", "string"}}, [](ToolContext &context, const Call &call) {
                  const auto environment = QProcessEnvironment::systemEnvironment();
                  const QString name = QString::fromStdString(call.argument("name", std::string()));
                  QStringList names = environment.keys();
                  names.sort();
                  const QString text = name.isEmpty() ? names.join(QLatin1Char('\n')) : environment.value(name);
                  context.peer.answer(call.id, textResult(text.toStdString()));
              });
    tools.add("cwd", "The working directory", Json::object(), [](ToolContext &context, const Call &call) {
        context.peer.answer(call.id, textResult(QDir::currentPath().toStdString()));
    });
    tools.add("args", "The command line, as a JSON array", Json::object(), [](ToolContext &context, const Call &call) {
        Json all = Json::array();
        for (const QString &argument : QCoreApplication::arguments())
            all.push_back(argument.toStdString());
        context.peer.answer(call.id, textResult(all.dump()));
    });
    tools.add("grandchild_pid", "The process id of --spawn-grandchild's child", Json::object(),
              [](ToolContext &context, const Call &call) {
                  context.peer.answer(call.id, textResult(std::to_string(context.grandchild)));
              });
}

void addFailingTools(Toolset &tools)
{
    tools.add("fail", "Returns a result with isError", Json::object(), [](ToolContext &context, const Call &call) {
        Json result = textResult("failed as told");
        result["isError"] = true;
        context.peer.answer(call.id, result);
    });
    tools.add("refuse", "Answers a JSON-RPC error of this code", {{"code", "integer"}},
              [](ToolContext &context, const Call &call) {
                  context.peer.fail(call.id, call.argument("code", -32000), "refused as told", {{"why", "test"}});
              });
    tools.add("stats", "What this process has seen, as JSON", Json::object(),
              [](ToolContext &context, const Call &call) {
                  Json seen = {{"calls", context.calls}, {"logLevel", context.logLevel}};
                  seen["notifications"] = context.notifications;
                  seen["subscribed"] = context.resources.subscribed();
                  context.peer.answer(call.id, textResult(seen.dump()));
              });
}

} // namespace

void addBasicTools(Toolset &tools)
{
    addPureTools(tools);
    addProcessTools(tools);
    addFailingTools(tools);
}

} // namespace pasarela::test
