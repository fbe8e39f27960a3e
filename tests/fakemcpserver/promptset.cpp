// SPDX-License-Identifier: MIT
#include "tests/fakemcpserver/promptset.h"

#include <algorithm>

namespace pasarela::test {

PromptSet::PromptSet(Peer &peer)
    : m_peer(peer)
{
}

Json PromptSet::list() const
{
    Json all = Json::array();
    all.push_back({{"name", "greet"},
                   {"description", "Greets somebody"},
                   {"arguments", Json::array({{{"name", "name"}, {"required", true}}})}});
    all.push_back({{"name", "plain"}});
    for (int i = 1; i <= m_grown; ++i)
        all.push_back({{"name", "grown_" + std::to_string(i)}});
    return all;
}

void PromptSet::get(const Request &request)
{
    const std::string name = request.params.value("name", std::string());
    const Json all = list();
    const bool known = std::any_of(all.begin(), all.end(), [&name](const Json &p) { return p["name"] == name; });
    if (!known) {
        m_peer.fail(request.id, -32602, "Unknown prompt: " + name);
        return;
    }
    std::string text = "The prompt " + name;
    if (name == "greet")
        text = "Hello " + request.params.value("arguments", Json::object()).value("name", std::string("nobody"));
    const Json message = {{"role", "user"}, {"content", {{"type", "text"}, {"text", text}}}};
    m_peer.answer(request.id, {{"description", name}, {"messages", Json::array({message})}});
}

void PromptSet::complete(const Request &request)
{
    const Json reference = request.params.value("ref", Json::object());
    const std::string type = reference.value("type", std::string());
    const bool known = (type == "ref/prompt" && reference.value("name", std::string()) == "greet")
        || (type == "ref/resource" && reference.value("uri", std::string()) == "fake://item/{id}");
    if (!known) {
        m_peer.fail(request.id, -32602, "Unknown reference: " + reference.dump());
        return;
    }
    const std::string typed = request.params.value("argument", Json::object()).value("value", std::string());
    Json values = Json::array();
    for (const char *name : {"ann", "anton", "bert"}) {
        if (std::string(name).rfind(typed, 0) == 0)
            values.push_back(name);
    }
    if (request.params.contains("context"))
        values.push_back("with-context");
    const size_t total = values.size();
    m_peer.answer(request.id, {{"completion", {{"values", values}, {"total", total}, {"hasMore", false}}}});
}

void PromptSet::grow()
{
    ++m_grown;
    m_peer.notify("notifications/prompts/list_changed");
}

} // namespace pasarela::test
