// SPDX-License-Identifier: MIT
#include "tests/gateway/session/sessionpoolfixture.h"

#include <QTest>

namespace pasarela::test {

SessionPool::Acquired Wait::done()
{
    return [this](const Result<UpstreamSession *> &result) {
        ++times;
        if (result)
            session = *result;
        else
            error = result.error();
    };
}

SessionKey keyOf(const char *enclave, const char *account, const char *scope)
{
    return {EnclaveId(QString::fromLatin1(enclave)), AccountId(QString::fromLatin1(account)),
            QString::fromLatin1(scope)};
}

void SessionPoolFixture::makeAll()
{
    m_config = {};
    m_config.idleMinutes = 0;
    m_servers = std::make_unique<ScriptedServers>();
    makePool();
    addEnclave("files");
}

void SessionPoolFixture::dropAll()
{
    m_pool.reset();
    m_servers.reset();
}

void SessionPoolFixture::makePool(SessionPool::Times times)
{
    m_pool = std::make_unique<SessionPool>(*m_servers, "run", times);
    m_pool->setWorkRoot(QStringLiteral("/work/root"));
    m_pool->setConfig(m_config, {});
}

void SessionPoolFixture::addEnclave(const char *name, const std::function<void(EnclaveConfig &)> &change)
{
    EnclaveConfig enclave;
    enclave.launch = StdioLaunch{QStringLiteral("server"), {}};
    if (change)
        change(enclave);
    m_config.enclaves.insert(EnclaveId(QString::fromLatin1(name)), enclave);
    m_pool->setConfig(m_config, {});
}

void SessionPoolFixture::apply(EnclaveChange change, const char *name)
{
    ConfigDelta delta;
    delta.enclaves.push_back({EnclaveId(QString::fromLatin1(name)), change});
    m_pool->setConfig(m_config, delta);
}

UpstreamSession *SessionPoolFixture::acquired(const SessionKey &key)
{
    Wait wait;
    m_pool->acquire(key, never, m_pool.get(), wait.done());
    (void)QTest::qWaitFor([&wait] { return wait.times > 0; });
    return wait.session;
}

SessionFacts SessionPoolFixture::factsOf(const SessionKey &key) const
{
    for (const SessionFacts &facts : m_pool->facts()) {
        if (facts.key == key)
            return facts;
    }
    SessionFacts none;
    none.key = keyOf("(none)");
    return none;
}

UpstreamSession::CallId SessionPoolFixture::call(UpstreamSession *session)
{
    return session->call(mcp::Message::request("tools/call"), {}, [](const Result<mcp::Message> &) {});
}

} // namespace pasarela::test
