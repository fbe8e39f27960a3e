// SPDX-License-Identifier: MIT
#include "app/claude/gatewaysession.h"

#include "gateway/launch/gatewaylauncher.h"

namespace pasarela {

using namespace std::chrono_literals;

namespace {

constexpr auto startMayTake = 10s;
constexpr auto answerMayTake = 3s;
constexpr auto betweenAttempts = 100ms;

} // namespace

GatewaySession::GatewaySession(const Paths &paths, QObject *parent)
    : QObject(parent)
    , m_paths(paths)
    , m_client(paths)
{
}

void GatewaySession::open(std::function<void(Result<void>)> done)
{
    m_done = std::move(done);
    m_deadline.setRemainingTime(startMayTake);
    attempt();
}

void GatewaySession::attempt()
{
    m_client.connectToGateway(answerMayTake, [this](const Result<GatewayIdentity> &identity) {
        if (identity)
            return m_done({});
        if (identity.error().code != Error::Code::Unavailable || m_deadline.hasExpired())
            return m_done(identity.error());
        if (!m_launched) {
            if (auto launched = launchGateway(m_paths); !launched)
                return m_done(launched.error());
            m_launched = true;
        }
        QTimer::singleShot(betweenAttempts, this, &GatewaySession::attempt);
    });
}

} // namespace pasarela
