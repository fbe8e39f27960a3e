// SPDX-License-Identifier: MIT
#include "app/supervisorstate.h"

namespace pasarela {

GatewayStatus::State Supervision::state() const
{
    switch (phase) {
    case Phase::Off:
        return GatewayStatus::State::Stopped;
    case Phase::Looking:
    case Phase::Launched:
        return wanted ? GatewayStatus::State::Starting : GatewayStatus::State::Stopping;
    case Phase::Reconnecting:
        return GatewayStatus::State::Starting;
    case Phase::Up:
        return GatewayStatus::State::Running;
    case Phase::Asked:
    case Phase::Terminated:
    case Phase::Killed:
        return GatewayStatus::State::Stopping;
    case Phase::BackingOff:
        return GatewayStatus::State::Waiting;
    case Phase::GaveUp:
        return GatewayStatus::State::Failed;
    }
    Q_UNREACHABLE();
}

Supervision Supervision::after(Event event, Actions *actions) const
{
    switch (event) {
    case Event::StartRequested:
    case Event::StopRequested:
    case Event::RestartRequested:
        return onRequest(event, actions);
    case Event::WishRecorded:
    case Event::WishRemoved:
        return onWish(event, actions);
    case Event::Found:
        return onFound(actions);
    case Event::FoundLeaving:
        return onFoundLeaving(actions);
    case Event::NobodyThere:
        return onNobody(actions);
    case Event::LaunchRefused:
    case Event::LaunchImpossible:
    case Event::LaunchDelayed:
    case Event::LaunchFailed:
        return onLaunchTrouble(event, actions);
    case Event::OldAndUnused:
        if (phase != Phase::Up || !wanted)
            return *this;
        actions->append(Action::AskToLeave);
        return in(Phase::Asked);
    case Event::Lost:
        return onLost(actions);
    case Event::ExitedEarly:
    case Event::ExitedLate:
    case Event::ExitedOnPurpose:
        return onExit(event, actions);
    case Event::DeadlinePassed:
        return onDeadline(actions);
    case Event::Stirred:
        // A person or a bridge may have started one; where we look already there is nothing to add.
        if (phase == Phase::Off || phase == Phase::BackingOff || phase == Phase::GaveUp)
            actions->append(Action::Look);
        return *this;
    }
    Q_UNREACHABLE();
}

Supervision Supervision::in(Phase next) const
{
    Supervision result = *this;
    result.phase = next;
    return result;
}

Supervision Supervision::started(Actions *actions) const
{
    Supervision next = in(Phase::Looking);
    next.wanted = true;
    next.earlyExits = 0;
    actions->append({Action::ResetBackoff, Action::Look});
    return next;
}

Supervision Supervision::onRequest(Event event, Actions *actions) const
{
    if (event == Event::StopRequested) {
        Supervision next = *this;
        next.wanted = false;
        actions->append(Action::RecordWish);
        switch (phase) {
        case Phase::Up:
            actions->append(Action::AskToLeave);
            next.phase = Phase::Asked;
            break;
        case Phase::Reconnecting:
            // There is no connection to ask over.
            actions->append(Action::Terminate);
            next.phase = Phase::Terminated;
            break;
        case Phase::BackingOff:
        case Phase::GaveUp:
            next.phase = Phase::Off;
            break;
        case Phase::Off:
        case Phase::Looking:
        case Phase::Launched:
        case Phase::Asked:
        case Phase::Terminated:
        case Phase::Killed:
            break;
        }
        return next;
    }

    actions->append(Action::RemoveWish);
    Supervision next = *this;
    next.wanted = true;
    switch (phase) {
    case Phase::Off:
    case Phase::BackingOff:
    case Phase::GaveUp:
        return started(actions);
    case Phase::Up:
        if (event == Event::StartRequested)
            return next;
        actions->append(Action::AskToLeave);
        next.earlyExits = 0;
        return next.in(Phase::Asked);
    case Phase::Looking:
    case Phase::Launched:
    case Phase::Reconnecting:
    case Phase::Asked:
    case Phase::Terminated:
    case Phase::Killed:
        return next; // comes up, or comes up again once it is gone
    }
    Q_UNREACHABLE();
}

Supervision Supervision::onWish(Event event, Actions *actions) const
{
    Supervision next = *this;
    if (event == Event::WishRecorded) {
        // Whoever recorded it tells the gateway to leave as well; here nothing is started any more.
        next.wanted = false;
        if (phase == Phase::BackingOff || phase == Phase::GaveUp)
            next.phase = Phase::Off;
        return next;
    }
    if (phase == Phase::Launched && !wanted) {
        // Our own gateway removes the wish as it starts; the person's Stop came later and counts.
        actions->append(Action::RecordWish);
        return next;
    }
    next.wanted = true;
    return phase == Phase::Off ? started(actions) : next;
}

Supervision Supervision::onFound(Actions *actions) const
{
    switch (phase) {
    case Phase::Looking:
    case Phase::Launched:
        if (wanted)
            return in(Phase::Up);
        // The wish again: a gateway that starts removes it.
        actions->append({Action::RecordWish, Action::AskToLeave});
        return in(Phase::Asked);
    case Phase::Off:
    case Phase::Reconnecting:
    case Phase::BackingOff:
        return in(Phase::Up);
    case Phase::GaveUp: {
        Supervision next = in(Phase::Up);
        next.earlyExits = 0;
        return next;
    }
    case Phase::Up:
    case Phase::Asked:
    case Phase::Terminated:
    case Phase::Killed:
        return *this;
    }
    Q_UNREACHABLE();
}

Supervision Supervision::onFoundLeaving(Actions *actions) const
{
    switch (phase) {
    case Phase::Looking:
    case Phase::Launched:
    case Phase::Reconnecting:
        return in(Phase::Asked);
    case Phase::Off:
    case Phase::BackingOff:
    case Phase::GaveUp:
        actions->append(Action::Forget);
        return *this;
    case Phase::Up:
    case Phase::Asked:
    case Phase::Terminated:
    case Phase::Killed:
        return *this;
    }
    Q_UNREACHABLE();
}

Supervision Supervision::onNobody(Actions *actions) const
{
    switch (phase) {
    case Phase::Looking:
        if (!wanted)
            return in(Phase::Off);
        actions->append({Action::Launch, Action::LookLater});
        return in(Phase::Launched);
    case Phase::Launched:
    case Phase::Reconnecting:
        actions->append(Action::LookLater);
        return *this;
    case Phase::Off:
    case Phase::Up:
    case Phase::Asked:
    case Phase::Terminated:
    case Phase::Killed:
    case Phase::BackingOff:
    case Phase::GaveUp:
        return *this;
    }
    Q_UNREACHABLE();
}

Supervision Supervision::failedOnce(Actions *actions) const
{
    Supervision next = *this;
    next.earlyExits = earlyExits + 1;
    actions->append(Action::Forget);
    return next.in(next.earlyExits >= mostEarlyExits ? Phase::GaveUp : Phase::BackingOff);
}

Supervision Supervision::onLaunchTrouble(Event event, Actions *actions) const
{
    if (phase != Phase::Launched)
        return *this;
    if (!wanted)
        return in(Phase::Off);
    Supervision next = *this;
    switch (event) {
    case Event::LaunchRefused:
        next.wanted = false;
        return next.in(Phase::Off);
    case Event::LaunchImpossible:
        return next.in(Phase::GaveUp);
    case Event::LaunchDelayed:
        return next.in(Phase::BackingOff);
    default:
        return failedOnce(actions);
    }
}

Supervision Supervision::onLost(Actions *actions) const
{
    // Its process decides: gone is an exit, alive is looked for again.
    if (phase != Phase::Up)
        return *this;
    actions->append(Action::LookLater);
    return in(Phase::Reconnecting);
}

Supervision Supervision::onExit(Event event, Actions *actions) const
{
    switch (phase) {
    case Phase::Off:
    case Phase::Looking:
    case Phase::Launched:
    case Phase::BackingOff:
    case Phase::GaveUp:
        return *this; // an earlier one's
    case Phase::Up:
    case Phase::Reconnecting: {
        if (!wanted)
            break;
        if (event == Event::ExitedEarly)
            return failedOnce(actions);
        if (event == Event::ExitedLate)
            actions->append(Action::ResetBackoff);
        actions->append(Action::Forget);
        Supervision next = in(Phase::BackingOff);
        next.earlyExits = event == Event::ExitedLate ? 0 : earlyExits;
        return next;
    }
    case Phase::Asked:
    case Phase::Terminated:
    case Phase::Killed:
        if (!wanted)
            break;
        actions->append({Action::Forget, Action::Look});
        return in(Phase::Looking);
    }
    actions->append(Action::Forget);
    return in(Phase::Off);
}

Supervision Supervision::onDeadline(Actions *actions) const
{
    switch (phase) {
    case Phase::Launched:
        return wanted ? failedOnce(actions) : in(Phase::Off); // it never answered
    case Phase::Reconnecting:
    case Phase::Asked:
        actions->append(Action::Terminate);
        return in(Phase::Terminated);
    case Phase::Terminated:
        actions->append(Action::Kill);
        return in(Phase::Killed);
    case Phase::Killed: // not even that: nothing that this program can do
        actions->append(Action::Forget);
        return in(Phase::GaveUp);
    case Phase::BackingOff:
        actions->append(Action::Look);
        return in(Phase::Looking);
    case Phase::Off:
    case Phase::Looking:
    case Phase::Up:
    case Phase::GaveUp:
        return *this;
    }
    Q_UNREACHABLE();
}

} // namespace pasarela
