// SPDX-License-Identifier: MIT
#include "tests/support/scriptedserver.h"

#include "gateway/mcp/loopbacktransport.h"
#include "gateway/mcp/methods.h"

#include <algorithm>

namespace pasarela::test {

ScriptedServer::ScriptedServer(std::unique_ptr<mcp::Transport> end, const Script &script)
    : m_end(std::move(end))
    , m_script(script)
{
    m_script.results.insert(
        mcp::method::initialize,
        R"({"protocolVersion":"2025-11-25","serverInfo":{"name":"scripted","version":"1"},"capabilities":)"
            + script.capabilities + R"(,"instructions":")" + script.instructions + "\"}");
    connect(m_end.get(), &mcp::Transport::received, this, &ScriptedServer::onReceived);
    m_end->start();
}

void ScriptedServer::onReceived(const mcp::Message &message)
{
    m_received.push_back(message);
    if (message.kind() != mcp::Message::Kind::Request || m_script.silent)
        return;
    if (onRequest && onRequest(message))
        return;
    const auto result = m_script.results.constFind(message.method());
    if (result != m_script.results.cend())
        answer(message, *result);
    else
        refuse(message, -32601, QStringLiteral("no such method"));
}

int ScriptedServer::count(const QByteArray &method) const
{
    return int(
        std::count_if(m_received.begin(), m_received.end(), [&](const auto &m) { return m.method() == method; }));
}

mcp::Message ScriptedServer::last(const QByteArray &method) const
{
    const auto found =
        std::find_if(m_received.rbegin(), m_received.rend(), [&](const auto &m) { return m.method() == method; });
    Q_ASSERT(found != m_received.rend());
    return *found;
}

void ScriptedServer::answer(const mcp::Message &request, const QByteArray &result)
{
    m_end->send(mcp::composed(mcp::Message::result(result), request.id()));
}

void ScriptedServer::refuse(const mcp::Message &request, int code, const QString &text)
{
    m_end->send(mcp::composed(mcp::Message::error(code, text), request.id()));
}

void ScriptedServer::notify(const QByteArray &method, const QByteArray &params)
{
    m_end->send(mcp::composed(mcp::Message::notification(method, params), {}));
}

void ScriptedServer::ask(const QByteArray &id, const QByteArray &method, const QByteArray &params)
{
    m_end->send(mcp::composed(mcp::Message::request(method, params), id));
}

std::optional<mcp::Message> ScriptedServer::answerTo(const QByteArray &id) const
{
    const auto found = std::find_if(m_received.begin(), m_received.end(), [&id](const mcp::Message &message) {
        return message.isResponse() && message.id() == id;
    });
    return found == m_received.end() ? std::nullopt : std::optional(*found);
}

void ScriptedServer::die()
{
    m_end->close();
}

Result<std::unique_ptr<mcp::Transport>> ScriptedServers::make(const EnclaveConfig &, const LaunchContext &context)
{
    m_starts.push_back(context);
    const Script script = scripts[context.enclave.text()];
    if (script.startFails)
        return Error{Error::Code::NotFound, QStringLiteral("no program of this name")};
    auto pair = mcp::makeLoopback();
    m_servers.emplace_back(context.enclave.text(), std::make_unique<ScriptedServer>(std::move(pair.first), script));
    return std::move(pair.second);
}

std::vector<ScriptedServer *> ScriptedServers::of(const QString &enclave) const
{
    std::vector<ScriptedServer *> found;
    for (const auto &[name, server] : m_servers) {
        if (name == enclave)
            found.push_back(server.get());
    }
    return found;
}

ScriptedServer *ScriptedServers::newest(const QString &enclave) const
{
    const auto all = of(enclave);
    return all.empty() ? nullptr : all.back();
}

} // namespace pasarela::test
