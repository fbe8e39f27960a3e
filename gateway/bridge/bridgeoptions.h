// SPDX-License-Identifier: MIT
#pragma once

#include "gateway/base/result.h"
#include "gateway/ipc/link.h"

#include <QDateTime>
#include <QString>

#include <chrono>
#include <functional>
#include <optional>

namespace pasarela {

/// How long a bridge waits for what (spec/link.md).
struct BridgeTimes {
    std::chrono::milliseconds start{5000}; ///< For a gateway at the start (--timeout).
    std::chrono::milliseconds loss{5000}; ///< For the next gateway after the last one went away.
    std::chrono::milliseconds welcome{3000}; ///< For the gateway's first line.
    std::chrono::milliseconds endOfFile{1500}; ///< For answers after the client's last word.
    std::chrono::milliseconds firstRetry{50}; ///< Doubles …
    std::chrono::milliseconds lastRetry{1000}; ///< … up to this.
    std::chrono::milliseconds startingRetry{20}; ///< While a gateway that we started comes up …
    std::chrono::milliseconds starting{1000}; ///< … for this long.
    std::chrono::milliseconds settled{10000}; ///< A link that held so long was a good one.
};

/// What a bridge is told and given.
struct BridgeOptions {
    QString socket; ///< Of the gateway, for connectLocal().
    link::Hello hello;
    /// Starts a gateway, or says why not (gateway/launch). StoppedByPerson and failures are told to the client at once;
    /// Unavailable means: wait.
    std::function<Result<void>()> launch;
    /// Until when an upgrade is going on; then nothing is given up.
    std::function<std::optional<QDateTime>()> holdUntil;
    BridgeTimes times;
};

} // namespace pasarela
