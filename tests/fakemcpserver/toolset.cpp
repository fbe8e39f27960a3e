// SPDX-License-Identifier: MIT
#include "tests/fakemcpserver/toolset.h"

#include "tests/fakemcpserver/processfaults.h"

#include <QTimer>

#include <algorithm>

namespace pasarela::test {

Json textResult(const std::string &text)
{
    return {{"content", Json::array({{{"type", "text"}, {"text", text}}})}};
}

Toolset::Toolset(ToolContext context)
    : m_context(std::move(context))
{
    addBasicTools(*this);
    addLivelyTools(*this);
    addByScenario();
}

void Toolset::add(const Json &definition, Run run)
{
    m_tools.push_back({definition, std::move(run)});
}

void Toolset::add(const char *name, const char *description, const Json &properties, Run run)
{
    Json schema = Json::object();
    for (const auto &[property, type] : properties.items())
        schema[property] = {{"type", type}};
    add({{"name", name}, {"description", description}, {"inputSchema", {{"type", "object"}, {"properties", schema}}}},
        std::move(run));
}

void Toolset::addByScenario()
{
    const Run returnArguments = [](ToolContext &context, const Call &call) {
        context.peer.answer(call.id, textResult(call.arguments.dump()));
    };
    for (int i = 0; i < m_context.scenario.generatedTools; ++i)
        add(("tool_" + std::to_string(i)).c_str(), "Returns its arguments", Json::object(), returnArguments);
    for (const QString &name : m_context.scenario.extraTools)
        add(name.toUtf8().constData(), "Returns its arguments", Json::object(), returnArguments);
    for (const Json &definition : m_context.scenario.toolDefinitions)
        add(definition, returnArguments);
}

Json Toolset::list() const
{
    Json all = Json::array();
    for (const Tool &tool : m_tools)
        all.push_back(tool.definition);
    return all;
}

void Toolset::crashIfDue()
{
    if (++m_context.calls != m_context.scenario.crashOnCall)
        return;
    m_context.journal.add("crash", "3");
    std::fputs("fakemcpserver: crashing as told\n", stderr);
    crash(3);
}

void Toolset::call(const Request &request)
{
    const std::string name = request.params.value("name", std::string());
    m_context.journal.add("call", name);
    crashIfDue();
    if (m_context.scenario.stderrFlood)
        m_context.peer.output().flood(1 << 20);

    const auto tool =
        std::find_if(m_tools.begin(), m_tools.end(), [&name](const Tool &t) { return t.definition["name"] == name; });
    if (tool == m_tools.end()) {
        m_context.peer.fail(request.id, -32602, "Unknown tool: " + name);
        return;
    }
    const Json meta = request.params.value("_meta", Json::object());
    const Call call{request.id, request.params.value("arguments", Json::object()), meta.value("progressToken", Json())};
    const auto run = [this, call, run = tool->run] {
        sendProgress(m_context, call, m_context.scenario.progressPerCall, std::chrono::milliseconds(0),
                     [this, call, run] { run(m_context, call); });
    };
    if (m_context.scenario.slowCall.count() > 0)
        QTimer::singleShot(m_context.scenario.slowCall, &m_context.peer, run);
    else
        run();
}

void Toolset::grow()
{
    add(("grown_" + std::to_string(++m_grown)).c_str(), "Was not there before", Json::object(),
        [](ToolContext &context, const Call &call) { context.peer.answer(call.id, textResult("grown")); });
    m_context.peer.notify("notifications/tools/list_changed");
}

void sendProgress(ToolContext &context, const Call &call, int count, std::chrono::milliseconds apart,
                  std::function<void()> done)
{
    const auto step = [&context, call, count](int i) {
        if (!call.token.is_null() && context.peer.isOpen(call.id))
            context.peer.notify("notifications/progress",
                                {{"progressToken", call.token},
                                 {"progress", i},
                                 {"total", count},
                                 {"message", "step " + std::to_string(i)}});
    };
    if (apart.count() == 0) {
        for (int i = 1; i <= count; ++i)
            step(i);
        done();
        return;
    }
    for (int i = 1; i <= count; ++i)
        QTimer::singleShot(apart * i, &context.peer, [step, i] { step(i); });
    QTimer::singleShot(apart * (count + 1), &context.peer, done);
}

} // namespace pasarela::test
