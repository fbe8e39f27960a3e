// SPDX-License-Identifier: MIT
#pragma once

#include "gateway/session/sessionpool.h"
#include "tests/support/scriptedservers.h"

#include <functional>
#include <memory>

namespace pasarela::test {

/// What came of a wait for a session; outlives it.
struct Wait {
    SessionPool::Acquired done();

    int times = 0; ///< How often `done` was called.
    UpstreamSession *session = nullptr;
    Error error;
};

SessionKey keyOf(const char *enclave, const char *account = "", const char *scope = "");

/// Nothing ends by time unless a test says so.
inline constexpr SessionPool::Times patient{std::chrono::hours(1), std::chrono::hours(1), std::chrono::hours(1),
                                            std::chrono::milliseconds(0), 0.001};
inline const QDeadlineTimer never{QDeadlineTimer::Forever};

/// A pool with an enclave "files", whose servers the test plays. To be inherited by a test class.
class SessionPoolFixture {
protected:
    /// Everything anew.
    void makeAll();
    void dropAll();
    /// Another pool for the same configuration.
    void makePool(SessionPool::Times times = patient);

    void addEnclave(const char *name, const std::function<void(EnclaveConfig &)> &change = {});
    /// Makes m_config the pool's, where this has changed for one enclave.
    void apply(EnclaveChange change, const char *name);
    /// Null where there is none in time.
    UpstreamSession *acquired(const SessionKey &key);
    SessionFacts factsOf(const SessionKey &key) const;
    /// One call that the server leaves open.
    static UpstreamSession::CallId call(UpstreamSession *session);

    GatewayConfig m_config;
    std::unique_ptr<ScriptedServers> m_servers;
    std::unique_ptr<SessionPool> m_pool;
};

} // namespace pasarela::test
