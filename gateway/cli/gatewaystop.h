// SPDX-License-Identifier: MIT
#pragma once

#include "gateway/cli/stopcommand.h"
#include "gateway/control/controlclient.h"
#include "gateway/launch/processcontrol.h"

#include <QDeadlineTimer>
#include <QObject>
#include <QTimer>

#include <functional>

namespace pasarela {

/// The end of one gateway process, step by step until it is gone.
///
///     Asked ──leave──▶ Terminated ──terminate──▶ Killed ──kill──▶ failed
///       └── the process is gone ──┴──────────────────┴──▶ done
class GatewayStop : public QObject {
    Q_OBJECT

public:
    GatewayStop(ControlClient &client, const StopTimes &times, QObject *parent = nullptr);

    /// The client is connected. `done` once, from the event loop.
    void start(std::function<void(Result<void>)> done);

private:
    enum class State { Asked, Terminated, Killed };

    void onTick();
    void setState(State state, std::chrono::milliseconds within);

    ControlClient &m_client;
    ProcessIdentity m_process;
    StopTimes m_times;
    State m_state = State::Asked;
    QDeadlineTimer m_deadline;
    QTimer m_tick; ///< A process that is no child tells nobody when it ends; a few looks in a few seconds do.
    std::function<void(Result<void>)> m_done;
};

} // namespace pasarela
