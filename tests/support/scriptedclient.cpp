// SPDX-License-Identifier: MIT
#include "tests/support/scriptedclient.h"

#include "gateway/mcp/loopbacktransport.h"
#include "gateway/mcp/methods.h"
#include "gateway/router/router.h"

#include <algorithm>

namespace pasarela::test {

ScriptedClient::ScriptedClient(Router &router, const QString &profile, mcp::ClientInfo info)
{
    auto pair = mcp::makeLoopback();
    m_end = std::move(pair.first);
    connect(m_end.get(), &mcp::Transport::received, this,
            [this](const mcp::Message &message) { m_received.push_back(message); });
    connect(m_end.get(), &mcp::Transport::closed, this, [this] { m_closed = true; });
    info.client = ClientId(profile);
    info.transport = QStringLiteral("bridge");
    router.addClient(std::move(pair.second), std::move(info));
    m_end->start();
}

QByteArray ScriptedClient::request(const QByteArray &method, const QByteArray &params)
{
    const QByteArray id = QByteArray::number(m_next++);
    requestAs(id, method, params);
    return id;
}

void ScriptedClient::requestAs(const QByteArray &id, const QByteArray &method, const QByteArray &params)
{
    m_end->send(mcp::composed(mcp::Message::request(method, params), id));
}

void ScriptedClient::notify(const QByteArray &method, const QByteArray &params)
{
    m_end->send(mcp::composed(mcp::Message::notification(method, params), {}));
}

void ScriptedClient::answer(const mcp::Message &request, const QByteArray &result)
{
    m_end->send(mcp::composed(mcp::Message::result(result), request.id()));
}

void ScriptedClient::sendRaw(const QByteArray &line)
{
    m_end->send(line);
}

void ScriptedClient::open(const QByteArray &capabilities, const QByteArray &revision)
{
    request(mcp::method::initialize,
            R"({"protocolVersion":")" + revision + R"(","capabilities":)" + capabilities
                + R"(,"clientInfo":{"name":"scripted","version":"1"}})");
    notify(mcp::method::initialized);
}

void ScriptedClient::close()
{
    m_end->close();
}

std::optional<mcp::Message> ScriptedClient::answerTo(const QByteArray &id) const
{
    const auto found = std::find_if(m_received.begin(), m_received.end(),
                                    [&id](const mcp::Message &m) { return m.isResponse() && m.id() == id; });
    return found == m_received.end() ? std::nullopt : std::optional(*found);
}

int ScriptedClient::answersTo(const QByteArray &id) const
{
    return int(std::count_if(m_received.begin(), m_received.end(),
                             [&id](const mcp::Message &m) { return m.isResponse() && m.id() == id; }));
}

QByteArray ScriptedClient::resultOf(const QByteArray &id) const
{
    const auto answer = answerTo(id);
    return answer ? answer->resultBody().toByteArray() : QByteArray();
}

int ScriptedClient::count(const QByteArray &method) const
{
    return int(messagesOf(method).size());
}

std::vector<mcp::Message> ScriptedClient::messagesOf(const QByteArray &method) const
{
    std::vector<mcp::Message> found;
    std::copy_if(m_received.begin(), m_received.end(), std::back_inserter(found),
                 [&method](const mcp::Message &m) { return m.method() == method; });
    return found;
}

} // namespace pasarela::test
