// SPDX-License-Identifier: MIT
#pragma once

#include "gateway/mcp/clientinfo.h"
#include "gateway/mcp/message.h"
#include "gateway/mcp/transport.h"

#include <QObject>

#include <memory>
#include <optional>
#include <vector>

namespace pasarela {
class Router;
}

namespace pasarela::test {

/// An MCP client inside the test, connected to a router by a loopback.
class ScriptedClient : public QObject {
    Q_OBJECT

public:
    ScriptedClient(Router &router, const QString &profile, mcp::ClientInfo info = {});

    /// Sends a request and gives its raw id.
    QByteArray request(const QByteArray &method, const QByteArray &params = {});
    void requestAs(const QByteArray &id, const QByteArray &method, const QByteArray &params = {});
    void notify(const QByteArray &method, const QByteArray &params = {});
    void answer(const mcp::Message &request, const QByteArray &result);
    void sendRaw(const QByteArray &line);
    /// `initialize` and `initialized` with these capabilities, without waiting.
    void open(const QByteArray &capabilities = "{}", const QByteArray &revision = "2025-11-25");
    void close();

    /// The answer to a request, once it is there.
    std::optional<mcp::Message> answerTo(const QByteArray &id) const;
    int answersTo(const QByteArray &id) const;
    QByteArray resultOf(const QByteArray &id) const;
    int count(const QByteArray &method) const;
    std::vector<mcp::Message> messagesOf(const QByteArray &method) const;
    bool isClosed() const { return m_closed; }

private:
    std::unique_ptr<mcp::Transport> m_end;
    std::vector<mcp::Message> m_received;
    int m_next = 1;
    bool m_closed = false;
};

} // namespace pasarela::test
