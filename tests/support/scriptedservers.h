// SPDX-License-Identifier: MIT
#pragma once

#include "gateway/upstream/transportfactory.h"
#include "tests/support/scriptedtransport.h"

#include <QPointer>

#include <functional>
#include <vector>

namespace pasarela::test {

/// A TransportFactory whose programs the test plays: what each start does is decided by `onMake`, or else it answers
/// initialize at once, and other requests not at all.
class ScriptedServers : public TransportFactory {
public:
    Result<std::unique_ptr<mcp::Transport>> make(const EnclaveConfig &enclave, const LaunchContext &context) override;
    bool isQuiet() const override
    {
        ++askedIfQuiet;
        return quiet;
    }

    int made() const { return static_cast<int>(servers.size()); }
    /// The last one made; null once it was destroyed.
    ScriptedTransport *last() const { return servers.empty() ? nullptr : servers.back().data(); }
    /// Those that exist, in the order they were made.
    std::vector<ScriptedTransport *> alive() const;

    std::vector<QPointer<ScriptedTransport>> servers;
    std::vector<LaunchContext> contexts;
    /// Prepares a server before it is started, or tells why there is none.
    std::function<Result<void>(ScriptedTransport &server)> onMake;
    bool quiet = true;
    mutable int askedIfQuiet = 0;
};

/// Answers initialize, from the event loop.
void answerInitialize(ScriptedTransport &server);
/// Ends before it answers, saying `words` on stderr.
void endAtStart(ScriptedTransport &server, const QByteArray &words);

} // namespace pasarela::test
