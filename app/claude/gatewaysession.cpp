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
        if (const QString why = m_failure ? m_failure->sentence() : QString(); !why.isEmpty())
            return m_done(Error{Error::Code::Io, QStringLiteral("the gateway could not start: %1").arg(why)});
        if (identity.error().code != Error::Code::Unavailable || m_deadline.hasExpired())
            return m_done(identity.error());
        if (!m_failure) {
            m_failure.emplace();
            if (auto launched = launchGateway(m_paths, m_failure->file()); !launched)
                return m_done(launched.error());
        }
        QTimer::singleShot(betweenAttempts, this, &GatewaySession::attempt);
    });
}

} // namespace pasarela
