// SPDX-License-Identifier: MIT
#pragma once

#include "gateway/upstream/upstreamsession.h"
#include "tests/support/scriptedtransport.h"

#include <memory>
#include <optional>

namespace pasarela::test {

/// What came back for a call; outlives it.
struct Outcome {
    UpstreamSession::Done done();
    UpstreamSession::Progress onProgress();
    /// Raw JSON; empty where there is none.
    QByteArray result() const;
    Error error() const;

    int times = 0; ///< How often `done` was called.
    std::optional<Result<mcp::Message>> response;
    QList<QByteArray> progress; ///< Notifications as the caller gets them.
};

/// A session, and the server it speaks to, played by the test. To be inherited by a test class.
class UpstreamSessionFixture {
protected:
    /// Another one, not started yet.
    void makeSession(UpstreamSession::Options options = {});
    /// Brings it to Ready.
    void open(const QByteArray &capabilities = "{\"tools\":{}}");
    /// Calls the tool `echo`, or what else takes a name.
    UpstreamSession::CallId call(Outcome &outcome, const QByteArray &method = "tools/call",
                                 std::chrono::milliseconds timeout = {});

    std::unique_ptr<UpstreamSession> m_session;
    ScriptedTransport *m_server = nullptr; ///< The session's.
};

} // namespace pasarela::test
