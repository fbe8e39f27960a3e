// SPDX-License-Identifier: MIT
#pragma once

#include "ui/gatewaystatus.h"

#include <QList>
#include <QObject>

namespace pasarela {

/// The whole supervision policy as a pure table: (state, event) → (state, actions). It knows no timer, socket or
/// process; gatewaysupervisor carries out what it says.
///
/// ```
///            start, wish gone             nobody              found
///   Off ──────────────────────▶ Looking ────────▶ Launched ─────────▶ Up ◀──────────────┐
///    ▲                           ▲   │ found (adoption) ────────────▶ │ lost            │ found
///    │ gone, not wanted          │   └ deadline                       ├────▶ Reconnecting
///    │                           │                                    │          │ deadline: Terminated
///    │                       BackingOff ◀── exited, start failed ─────┤
///    │                           └── the fifth early one ──▶ GaveUp   │ stop, restart, update
///    └── Killed ◀─2 s── Terminated ◀─5.5 s─ Asked ◀────────────────────┘
///             gone and still wanted: Looking
/// ```
/// Stop while Looking or Launched is kept as `wanted`: what comes up is asked to leave at once. Off, BackingOff and
/// GaveUp also take over a gateway that somebody else started. One that is found leaving is never taken over: where one
/// is looked for it is waited for as in Asked, and the next one is started.
class Supervision {
    Q_GADGET

public:
    enum class Phase {
        Off, ///< Stopped: nothing runs, and nothing should.
        Looking, ///< Starting: is there one already?
        Launched, ///< Starting: one was started and has not answered yet.
        Reconnecting, ///< Starting: the connection was lost, its process lives.
        Up, ///< Running.
        Asked, ///< Stopping: it was asked over the control connection, or said itself that it goes.
        Terminated, ///< Stopping: it did not go when asked.
        Killed, ///< Stopping: it did not go when terminated.
        BackingOff, ///< Waiting: it ended by itself.
        GaveUp, ///< Failed: it cannot be started, or does not stay up.
    };
    Q_ENUM(Phase)

    enum class Event {
        StartRequested, ///< The person pressed Start.
        StopRequested, ///< The person pressed Stop.
        RestartRequested, ///< The person pressed Restart.
        WishRecorded, ///< Another program recorded the stop wish (`pasarela-gateway stop`).
        WishRemoved, ///< Another program removed it (`pasarela-gateway run`).
        Found, ///< A gateway answered the handshake.
        FoundLeaving, ///< One answered, and says that it goes.
        NobodyThere, ///< Nobody listens, or nobody answers.
        LaunchRefused, ///< The stop wish stands.
        LaunchImpossible, ///< There is no program to start.
        LaunchDelayed, ///< An upgrade is going on.
        LaunchFailed, ///< The system could not start it.
        OldAndUnused, ///< It is older than this program, and no AI app uses it.
        Lost, ///< The control connection ended.
        ExitedEarly, ///< Its process ended within 30 s of its start.
        ExitedLate, ///< Its process ended after a good run.
        ExitedOnPurpose, ///< Its process ended, and it had said that it would.
        DeadlinePassed, ///< The phase's time is over; for BackingOff: it is time to try again.
        Stirred, ///< Something changed where a gateway's lock and sockets lie.
    };
    Q_ENUM(Event)

    enum class Action {
        Look, ///< Try the handshake; ends in Found or NobodyThere.
        LookLater, ///< The same in a moment.
        Launch, ///< Start one; tells only of a refusal.
        AskToLeave, ///< Control `shutdown`: reason *user* where it is not wanted, else *restart*.
        Terminate, ///< After its start time matched.
        Kill, ///< After its start time matched.
        Forget, ///< Drop connection and process handle.
        RecordWish,
        RemoveWish,
        ResetBackoff,
    };
    Q_ENUM(Action)
    using Actions = QList<Action>;

    static constexpr int mostEarlyExits = 5;

    Phase phase = Phase::Off;
    bool wanted = true; ///< What the person wants; the phase is what is so.
    int earlyExits = 0; ///< In a row.

    bool operator==(const Supervision &) const = default;

    /// The state after the event; what has to be done is added to `actions`, in order.
    Supervision after(Event event, Actions *actions) const;

    /// What a person sees of it.
    GatewayStatus::State state() const;

private:
    Supervision onRequest(Event event, Actions *actions) const;
    Supervision onWish(Event event, Actions *actions) const;
    Supervision onFound(Actions *actions) const;
    Supervision onFoundLeaving(Actions *actions) const;
    Supervision onNobody(Actions *actions) const;
    Supervision onLaunchTrouble(Event event, Actions *actions) const;
    Supervision onLost(Actions *actions) const;
    Supervision onExit(Event event, Actions *actions) const;
    Supervision onDeadline(Actions *actions) const;
    Supervision started(Actions *actions) const;
    Supervision failedOnce(Actions *actions) const;
    Supervision in(Phase next) const;
};

} // namespace pasarela
