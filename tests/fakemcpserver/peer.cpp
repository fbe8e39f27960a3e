// SPDX-License-Identifier: MIT
#include "tests/fakemcpserver/peer.h"

namespace pasarela::test {

Peer::Peer(const Scenario &scenario, Journal &journal)
    : m_scenario(scenario)
    , m_journal(journal)
    , m_output(scenario)
{
}

void Peer::take(const std::string &line)
{
    const Json message = Json::parse(line, nullptr, false);
    if (message.is_discarded() || !message.is_object()) {
        m_journal.add("unreadable", line.substr(0, 80));
        m_output.send({{"jsonrpc", "2.0"}, {"id", nullptr}, {"error", {{"code", -32700}, {"message", "Parse error"}}}});
        return;
    }
    if (!message.contains("method")) {
        const auto asked = m_reverse.find(message.value("id", Json()).dump());
        if (asked == m_reverse.end()) {
            m_journal.add("stray-answer", message.value("id", Json()).dump());
            return;
        }
        const auto done = std::move(asked->second);
        m_reverse.erase(asked);
        done(message);
        return;
    }
    if (message.contains("id"))
        return takeRequest(message);
    const std::string method = message["method"];
    m_journal.add("notification", method);
    if (method == "notifications/cancelled")
        cancel(message.value("params", Json::object()));
    Q_EMIT notification(method);
}

void Peer::takeRequest(const Json &message)
{
    const Json id = message["id"];
    const std::string method = message["method"];
    m_journal.add("request", method);
    if (m_scenario.numericIdsOnly && !id.is_number_integer()) {
        m_output.send({{"jsonrpc", "2.0"},
                       {"id", nullptr},
                       {"error", {{"code", -32600}, {"message", "Request ids must be numbers"}}}});
        return;
    }
    m_open[id.dump()] = method;
    if (m_scenario.neverAnswer.contains(QString::fromStdString(method)))
        return;
    Q_EMIT request({id, method, message.value("params", Json::object())});
}

void Peer::cancel(const Json &params)
{
    const std::string id = params.value("requestId", Json()).dump();
    if (m_open.erase(id) == 0)
        return;
    m_journal.add("cancelled", id + ' ' + params.value("reason", std::string()));
    if (m_open.empty())
        Q_EMIT idle();
}

bool Peer::close(const Json &id, std::string *method)
{
    const auto entry = m_open.find(id.dump());
    if (entry == m_open.end())
        return false;
    *method = entry->second;
    m_open.erase(entry);
    return true;
}

void Peer::respond(const Json &id, const char *member, const Json &value)
{
    std::string method;
    if (!close(id, &method))
        return;
    Json message = {{member, value}, {"jsonrpc", "2.0"}, {"id", id}}; // result first, as SDKs do
    if (method == "tools/call" && !m_scenario.callError.isEmpty())
        message = {{"error", Json::parse(m_scenario.callError.toStdString())}, {"jsonrpc", "2.0"}, {"id", id}};
    if (m_scenario.brokenJson.contains(QString::fromStdString(method)))
        m_output.sendBroken(message);
    else
        m_output.send(message);
    if (m_open.empty())
        Q_EMIT idle();
}

void Peer::answer(const Json &id, const Json &result)
{
    respond(id, "result", result);
}

void Peer::fail(const Json &id, int code, const std::string &message, const Json &data)
{
    Json error = {{"code", code}, {"message", message}};
    if (!data.is_null())
        error["data"] = data;
    respond(id, "error", error);
}

void Peer::notify(const char *method, const Json &params)
{
    Json message = {{"jsonrpc", "2.0"}, {"method", method}};
    if (!params.is_null())
        message["params"] = params;
    m_output.send(message);
}

void Peer::ask(const std::string &method, const Json &params, std::function<void(const Json &)> done)
{
    const Json id = ++m_lastReverse;
    m_reverse[id.dump()] = std::move(done);
    Json message = {{"jsonrpc", "2.0"}, {"id", id}, {"method", method}};
    if (!params.is_null())
        message["params"] = params;
    m_output.send(message);
}

} // namespace pasarela::test
