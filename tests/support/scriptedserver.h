// SPDX-License-Identifier: MIT
#pragma once

#include "gateway/mcp/message.h"
#include "gateway/mcp/transport.h"
#include "gateway/upstream/transportfactory.h"

#include <QHash>
#include <QObject>

#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <vector>

namespace pasarela::test {

/// What an enclave's server says: results by method; anything else goes to `onRequest` or is refused with -32601.
struct Script {
    QByteArray capabilities =
        R"({"tools":{"listChanged":true},"prompts":{},"resources":{"subscribe":true},"logging":{},"completions":{}})";
    QByteArray instructions;
    QHash<QByteArray, QByteArray> results; ///< Method → result, raw JSON.
    bool startFails = false;
    bool silent = false; ///< Never answers, not even `initialize`.
};

/// One MCP server inside the test, at the far end of a loopback.
class ScriptedServer : public QObject {
    Q_OBJECT

public:
    ScriptedServer(std::unique_ptr<mcp::Transport> end, const Script &script);

    /// Messages as they came, answers to reverse requests too.
    const std::vector<mcp::Message> &received() const { return m_received; }
    /// How often this method came.
    int count(const QByteArray &method) const;
    /// The last message of this method; the test must know that there is one.
    mcp::Message last(const QByteArray &method) const;

    /// True: the test answers (or not) by itself.
    std::function<bool(const mcp::Message &request)> onRequest;

    void setResult(const QByteArray &method, const QByteArray &result) { m_script.results.insert(method, result); }
    void answer(const mcp::Message &request, const QByteArray &result);
    void refuse(const mcp::Message &request, int code, const QString &text);
    void notify(const QByteArray &method, const QByteArray &params = {});
    /// A reverse request under this id, raw JSON.
    void ask(const QByteArray &id, const QByteArray &method, const QByteArray &params = "{}");
    /// The client's answer to it, once it is there.
    std::optional<mcp::Message> answerTo(const QByteArray &id) const;
    void die();

private:
    void onReceived(const mcp::Message &message);
    std::unique_ptr<mcp::Transport> m_end;
    Script m_script;
    std::vector<mcp::Message> m_received;
};

/// A TransportFactory whose servers are scripts.
class ScriptedServers : public TransportFactory {
public:
    std::map<QString, Script> scripts; ///< By enclave.

    Result<std::unique_ptr<mcp::Transport>> make(const EnclaveConfig &enclave, const LaunchContext &context) override;

    /// Servers of this enclave in the order they were started.
    std::vector<ScriptedServer *> of(const QString &enclave) const;
    ScriptedServer *newest(const QString &enclave) const;
    const std::vector<LaunchContext> &starts() const { return m_starts; }

private:
    std::vector<LaunchContext> m_starts;
    std::vector<std::pair<QString, std::unique_ptr<ScriptedServer>>> m_servers;
};

} // namespace pasarela::test
