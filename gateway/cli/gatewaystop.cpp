// SPDX-License-Identifier: MIT
#include "gateway/cli/gatewaystop.h"

#include "gateway/control/controlprotocol.h"

namespace pasarela {

namespace {

using namespace std::chrono_literals;

constexpr auto lookEvery = 20ms;

} // namespace

GatewayStop::GatewayStop(ControlClient &client, const StopTimes &times, QObject *parent)
    : QObject(parent)
    , m_client(client)
    , m_process{client.identity().processId, client.identity().startTime}
    , m_times(times)
{
    connect(&m_tick, &QTimer::timeout, this, &GatewayStop::onTick);
}

void GatewayStop::start(std::function<void(Result<void>)> done)
{
    m_done = std::move(done);
    // Whether it agreed does not matter: what counts is that it goes.
    m_client.request(control::method::shutdown, R"({"reason":"user"})", m_times.leave,
                     [](const Result<QByteArray> &) {});
    setState(State::Asked, m_times.leave);
    m_tick.start(lookEvery);
}

void GatewayStop::setState(State state, std::chrono::milliseconds within)
{
    m_state = state;
    m_deadline.setRemainingTime(within);
}

void GatewayStop::onTick()
{
    if (!isRunning(m_process)) {
        m_tick.stop();
        m_done({});
        return;
    }
    if (!m_deadline.hasExpired())
        return;
    if (m_state == State::Asked && terminateProcess(m_process).ok()) {
        setState(State::Terminated, m_times.terminate);
        return;
    }
    const Result<void> killed = m_state == State::Killed ? Result<void>() : killProcess(m_process);
    if (m_state != State::Killed && killed) {
        setState(State::Killed, m_times.kill);
        return;
    }
    if (!isRunning(m_process))
        return; // it ended meanwhile; the next look says so
    m_tick.stop();
    m_done(
        killed ? Result<void>(Error{
            Error::Code::Timeout,
            QStringLiteral("Process %1, the gateway, does not end; end it by other means.").arg(m_process.processId)})
               : killed);
}

} // namespace pasarela
