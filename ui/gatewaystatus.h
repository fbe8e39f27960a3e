// SPDX-License-Identifier: MIT
#pragma once

#include "gateway/base/error.h"

#include <QDateTime>
#include <QObject>

#include <optional>

namespace pasarela {

/// The gateway as the tray app sees it: what is so, and what the person wants.
struct GatewayStatus {
    Q_GADGET

public:
    enum class State {
        Stopped, ///< Nothing runs; AI apps cannot use anything.
        Starting, ///< On its way, or being looked for.
        Running, ///< It answered the control handshake.
        Stopping, ///< Was asked to go and has not gone yet.
        Waiting, ///< It ended by itself; started again at `retryAt`.
        Failed, ///< It does not stay up; a person must act.
    };
    Q_ENUM(State)

    State state = State::Stopped;
    bool wanted = true; ///< False: the person pressed Stop, at `stoppedSince`.
    QDateTime stoppedSince;
    QDateTime retryAt; ///< While Waiting.
    std::optional<Error> error; ///< Why it is Waiting or Failed, where known.
    bool updateWaiting = false; ///< An older version runs, and AI apps use it: a restart updates it.

    bool operator==(const GatewayStatus &) const = default;
};

} // namespace pasarela

Q_DECLARE_METATYPE(pasarela::GatewayStatus)
