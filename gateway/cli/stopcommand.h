// SPDX-License-Identifier: MIT
#pragma once

#include "gateway/cli/commandarguments.h"
#include "gateway/control/shutdowntimes.h"

#include <chrono>

namespace pasarela {

/// How long the gateway gets for each step of its end.
struct StopTimes {
    std::chrono::milliseconds leave = gatewayMayTake;
    std::chrono::milliseconds terminate{2000};
    std::chrono::milliseconds kill{2000};
};

/// `stop`: records the stop wish, asks the gateway to leave and waits until its process is gone; then signals it, only
/// while pid and start time match. There being none is no failure.
CommandForm stopForm();
int runStop(const CommandContext &context, const QStringList &args);
int stopGateway(const CommandContext &context, const StopTimes &times);

} // namespace pasarela
