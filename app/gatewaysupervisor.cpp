// SPDX-License-Identifier: MIT
#include "app/gatewaysupervisor.h"

#include "app/gatewayaccess.h"

#include "gateway/base/logging.h"

#include <QMetaEnum>

#include <algorithm>

namespace pasarela {

using Phase = Supervision::Phase;
using Event = Supervision::Event;
using Action = Supervision::Action;

GatewaySupervisor::GatewaySupervisor(GatewayAccess &access, const QString &version, const Times &times, QObject *parent)
    : QObject(parent)
    , m_access(access)
    , m_version(QVersionNumber::fromString(version))
    , m_times(times)
{
    m_deadline.setSingleShot(true);
    m_lookAgain.setSingleShot(true);
    m_lookAgain.setInterval(times.lookAgain);
    connect(&m_deadline, &QTimer::timeout, this, &GatewaySupervisor::onDeadline);
    connect(&m_lookAgain, &QTimer::timeout, this, [this] { m_access.look(); });
    connect(&access, &GatewayAccess::found, this, &GatewaySupervisor::onFound);
    connect(&access, &GatewayAccess::nobodyThere, this, &GatewaySupervisor::onNobodyThere);
    connect(&access, &GatewayAccess::snapshotChanged, this, &GatewaySupervisor::onSnapshot);
    connect(&access, &GatewayAccess::leaving, this, [this] { m_leaving = true; });
    connect(&access, &GatewayAccess::lost, this, [this] { handle(Event::Lost); });
    connect(&access, &GatewayAccess::exited, this, &GatewaySupervisor::onExited);
    connect(&access, &GatewayAccess::stirred, this, [this] { handle(Event::Stirred); });
}

void GatewaySupervisor::begin()
{
    const std::optional<StopWish> wish = m_access.stopWish();
    m_wishStands = wish.has_value();
    m_stoppedSince = wish ? wish->since : QDateTime();
    m_state.wanted = !m_wishStands;
    // Without a wish this is a start; with one, only a gateway that runs all the same is taken over.
    handle(m_wishStands ? Event::Stirred : Event::WishRemoved);
}

void GatewaySupervisor::requestStart()
{
    handle(Event::StartRequested);
}

void GatewaySupervisor::requestStop()
{
    handle(Event::StopRequested);
}

void GatewaySupervisor::requestRestart()
{
    handle(Event::RestartRequested);
}

void GatewaySupervisor::handle(Event event)
{
    m_events.enqueue(event);
    if (!m_draining)
        drain();
}

void GatewaySupervisor::drain()
{
    m_draining = true;
    while (!m_events.isEmpty()) {
        compareWish(); // what another program did before counts before
        const Event event = m_events.dequeue();
        Supervision::Actions actions;
        const Supervision next = m_state.after(event, &actions);
        const bool moved = next.phase != m_state.phase;
        m_state = next;
        if (moved) {
            qCInfo(lcApp, "%s after %s", QMetaEnum::fromType<Phase>().valueToKey(int(next.phase)),
                   QMetaEnum::fromType<Event>().valueToKey(int(event)));
            enter(next.phase);
        }
        for (const Action action : std::as_const(actions))
            act(action);
    }
    m_draining = false;
    publish();
}

void GatewaySupervisor::compareWish()
{
    const std::optional<StopWish> wish = m_access.stopWish();
    if (wish.has_value() == m_wishStands)
        return;
    m_wishStands = wish.has_value();
    m_stoppedSince = wish ? wish->since : QDateTime();
    m_events.prepend(m_wishStands ? Event::WishRecorded : Event::WishRemoved);
}

void GatewaySupervisor::enter(Phase phase)
{
    m_deadline.stop();
    m_retryAt = {};
    m_lookAgain.stop();
    switch (phase) {
    case Phase::Launched:
    case Phase::Reconnecting:
        m_deadline.start(m_times.answer);
        break;
    case Phase::Asked:
        m_deadline.start(m_times.leave);
        break;
    case Phase::Terminated:
        m_deadline.start(m_times.terminate);
        break;
    case Phase::Killed:
        m_deadline.start(m_times.kill);
        break;
    case Phase::BackingOff: {
        const std::chrono::milliseconds delay = m_backoff.next();
        m_retryAt = QDateTime::currentDateTime().addMSecs(delay.count());
        m_deadline.start(delay);
        break;
    }
    case Phase::Off:
    case Phase::Looking:
    case Phase::Up:
    case Phase::GaveUp:
        break;
    }
}

void GatewaySupervisor::act(Action action)
{
    switch (action) {
    case Action::Look:
        m_access.look();
        break;
    case Action::LookLater:
        m_lookAgain.start();
        break;
    case Action::Launch:
        launch();
        break;
    case Action::AskToLeave:
        m_access.askToLeave(m_state.wanted ? QStringLiteral("restart") : QStringLiteral("user"));
        break;
    case Action::Terminate:
        m_access.terminate();
        break;
    case Action::Kill:
        m_access.kill();
        break;
    case Action::Forget:
        m_access.forget();
        break;
    case Action::RecordWish:
        m_access.recordStopWish();
        m_stoppedSince = QDateTime::currentDateTime();
        m_wishStands = m_access.stopWish().has_value();
        break;
    case Action::RemoveWish:
        m_access.removeStopWish();
        m_stoppedSince = {};
        m_wishStands = m_access.stopWish().has_value();
        break;
    case Action::ResetBackoff:
        m_backoff.reset();
        break;
    }
}

void GatewaySupervisor::launch()
{
    const Result<void> launched = m_access.launch();
    if (launched)
        return;
    m_error = launched.error();
    qCWarning(lcApp, "%s", qUtf8Printable(m_error.detail));
    switch (m_error.code) {
    case Error::Code::StoppedByPerson:
        m_events.enqueue(Event::LaunchRefused);
        break;
    case Error::Code::NotFound:
        m_events.enqueue(Event::LaunchImpossible);
        break;
    case Error::Code::Unavailable:
        m_events.enqueue(Event::LaunchDelayed);
        break;
    default:
        m_events.enqueue(Event::LaunchFailed);
        break;
    }
}

void GatewaySupervisor::onFound(const GatewayIdentity &identity, const Snapshot &snapshot)
{
    m_upSince.start();
    m_leaving = identity.leaving;
    m_older = QVersionNumber::fromString(identity.version) < m_version;
    handle(m_leaving ? Event::FoundLeaving : Event::Found);
    onSnapshot(snapshot);
}

void GatewaySupervisor::onNobodyThere(const Error &why)
{
    // Remembered for the case that the whole start fails: somebody holds the socket and does not answer, or nobody
    // came.
    m_error = {why.code == Error::Code::Timeout ? Error::Code::Timeout : Error::Code::Closed, why.detail};
    handle(Event::NobodyThere);
}

void GatewaySupervisor::onSnapshot(const Snapshot &snapshot)
{
    if (!m_older)
        return;
    const bool used = std::any_of(snapshot.clients.begin(), snapshot.clients.end(), [](const ClientView &client) {
        return client.transport != QLatin1String("control");
    });
    if (used || m_updated || m_state.phase != Phase::Up)
        return;
    m_updated = true;
    handle(Event::OldAndUnused);
}

void GatewaySupervisor::onExited()
{
    m_error = {Error::Code::Closed, QStringLiteral("the gateway's process ended")};
    const bool early = m_upSince.isValid() && m_upSince.elapsed() < m_times.earlyExit.count();
    const bool onPurpose = m_leaving;
    m_leaving = false;
    handle(onPurpose ? Event::ExitedOnPurpose : early ? Event::ExitedEarly : Event::ExitedLate);
}

void GatewaySupervisor::onDeadline()
{
    if (m_state.phase == Phase::Killed)
        m_error = {Error::Code::Timeout, QStringLiteral("the gateway's process could not be ended")};
    handle(Event::DeadlinePassed);
}

std::optional<Error> GatewaySupervisor::errorNow() const
{
    const bool trouble = m_state.phase == Phase::BackingOff || m_state.phase == Phase::GaveUp;
    return trouble ? std::optional(m_error) : std::nullopt;
}

void GatewaySupervisor::publish()
{
    GatewayStatus status;
    status.state = m_state.state();
    status.wanted = m_state.wanted;
    status.stoppedSince = m_stoppedSince;
    status.retryAt = m_retryAt;
    status.error = errorNow();
    status.updateWaiting = m_older && m_state.phase == Phase::Up;
    if (status == m_status)
        return;
    m_status = status;
    Q_EMIT statusChanged(m_status);
}

} // namespace pasarela
