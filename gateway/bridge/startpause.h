// SPDX-License-Identifier: MIT
#pragma once

#include "gateway/base/backoff.h"

#include <algorithm>

namespace pasarela {

/// How long after a gateway was started no other one is, unless it came up. As long as a request may wait for a gateway
/// the pauses are short: one that is started while the last one says goodbye may have to wait for it, or may have been
/// given up.
inline std::chrono::milliseconds startPause(Backoff &starts)
{
    constexpr int shortOnes = 6;
    constexpr std::chrono::milliseconds longestShortOne{1000};
    const std::chrono::milliseconds pause = starts.next();
    return starts.tries() <= shortOnes ? std::min(pause, longestShortOne) : pause;
}

} // namespace pasarela
