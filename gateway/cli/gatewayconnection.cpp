// SPDX-License-Identifier: MIT
#include "gateway/cli/gatewayconnection.h"

#include "gateway/cli/await.h"
#include "gateway/launch/stopwish.h"

#include <QTimer>

namespace pasarela {

namespace {

using namespace std::chrono_literals;

constexpr auto handshakeWithin = 3s; ///< decisions.md, *Single instance*.
constexpr auto startWithin = 15s;
constexpr auto tryEvery = 50ms;

} // namespace

GatewayConnection::GatewayConnection(const CommandContext &context, QObject *parent)
    : QObject(parent)
    , m_context(context)
    , m_client(context.paths)
{
}

void GatewayConnection::open(StartGateway start, Opened done)
{
    m_start = start;
    m_failure.reset();
    tryOnce(std::move(done));
}

void GatewayConnection::tryOnce(Opened done)
{
    m_client.connectToGateway(handshakeWithin, [this, done = std::move(done)](const Result<GatewayIdentity> &identity) {
        // One that says goodbye takes no work any more; the next one waits until it is gone.
        const bool leaves = identity && identity->leaving && m_start == StartGateway::IfNone;
        if (identity && !leaves)
            done({});
        else if (m_failure)
            tryAgain(done);
        else if (!identity && identity.error().code != Error::Code::Unavailable)
            done(identity.error());
        else if (m_start == StartGateway::Never)
            done(notRunning());
        else
            launchThenTry(done);
    });
}

void GatewayConnection::launchThenTry(Opened done)
{
    m_failure.emplace();
    if (const Result<void> launched = m_context.launch(m_context.paths, m_failure->file()); !launched) {
        done(launched.error().code == Error::Code::StoppedByPerson ? notRunning() : launched.error());
        return;
    }
    m_startDeadline.setRemainingTime(startWithin);
    tryAgain(std::move(done));
}

void GatewayConnection::tryAgain(Opened done)
{
    if (const QString why = m_failure->sentence(); !why.isEmpty()) {
        done(Error{Error::Code::Io, QStringLiteral("The gateway could not start: %1").arg(why)});
        return;
    }
    if (m_startDeadline.hasExpired()) {
        done(Error{Error::Code::Timeout,
                   QStringLiteral("The gateway was started and does not answer; its log is %1.")
                       .arg(m_context.paths.logFile())});
        return;
    }
    QTimer::singleShot(tryEvery, this, [this, done = std::move(done)] { tryOnce(done); });
}

Error GatewayConnection::notRunning() const
{
    const auto wish = StopWish::read(m_context.paths);
    if (!wish)
        return {Error::Code::Unavailable,
                QStringLiteral("The gateway is not running. Start it with: pasarela-gateway start")};
    return {Error::Code::StoppedByPerson,
            QStringLiteral("The gateway was stopped (%1, by %2) and stays so. Start it with: pasarela-gateway start")
                .arg(wish->since.toLocalTime().toString(QStringLiteral("yyyy-MM-dd HH:mm")), wish->by)};
}

Result<void> opened(GatewayConnection &connection, StartGateway start)
{
    return await<Result<void>>([&](const GatewayConnection::Opened &done) { connection.open(start, done); });
}

Result<QByteArray> answered(ControlClient &client, const char *method, const QByteArray &params,
                            std::chrono::milliseconds timeout)
{
    return await<Result<QByteArray>>(
        [&](const ControlClient::Done &done) { client.request(method, params, timeout, done); });
}

int failedToOpen(const CommandContext &context, const Error &error)
{
    context.err << error.detail << '\n';
    const bool none = error.code == Error::Code::Unavailable || error.code == Error::Code::StoppedByPerson;
    return none ? ExitNoGateway : ExitFailed;
}

} // namespace pasarela
