// SPDX-License-Identifier: MIT
#include "tests/support/scriptedservers.h"

namespace pasarela::test {

Result<std::unique_ptr<mcp::Transport>> ScriptedServers::make(const EnclaveConfig &, const LaunchContext &context)
{
    auto server = std::make_unique<ScriptedTransport>();
    server->pid = 1000 + made();
    if (!onMake) {
        answerInitialize(*server);
    } else if (const auto prepared = onMake(*server); !prepared) {
        return prepared.error();
    }
    servers.emplace_back(server.get());
    contexts.push_back(context);
    return std::unique_ptr<mcp::Transport>(std::move(server));
}

std::vector<ScriptedTransport *> ScriptedServers::alive() const
{
    std::vector<ScriptedTransport *> found;
    for (const auto &server : servers) {
        if (server)
            found.push_back(server.data());
    }
    return found;
}

void answerInitialize(ScriptedTransport &server)
{
    server.onSent = [](ScriptedTransport &self, const mcp::Message &message) {
        if (message.method() == "initialize")
            QMetaObject::invokeMethod(
                &self, [&self] { self.answer("initialize", initializeResult()); }, Qt::QueuedConnection);
    };
}

void endAtStart(ScriptedTransport &server, const QByteArray &words)
{
    server.onSent = [words](ScriptedTransport &self, const mcp::Message &) {
        self.words = words;
        QMetaObject::invokeMethod(
            &self, [&self] { self.end(); }, Qt::QueuedConnection);
    };
}

} // namespace pasarela::test
