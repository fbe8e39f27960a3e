// SPDX-License-Identifier: MIT
#pragma once

#include <chrono>

namespace pasarela {

/// How long a gateway that is told to leave may give its servers: stdin closed, 2 s, terminated, 2 s, killed (mcp.md
/// P1), and a little more.
inline constexpr std::chrono::milliseconds sessionsMayTake{4500};

/// How long whoever told it waits before the gateway itself is terminated. Longer, so that only one that hangs is.
inline constexpr std::chrono::milliseconds gatewayMayTake{5500};

static_assert(gatewayMayTake > sessionsMayTake);

} // namespace pasarela
