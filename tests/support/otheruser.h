// SPDX-License-Identifier: MIT
#pragma once

#include <functional>

namespace pasarela::test {

/// Runs `body` in a child process as another user than this one and hands back what it returned (0 to 99); 100: it
/// could not. Needs root. `body` must not touch Qt's event loop.
int asOtherUser(const std::function<int()> &body);
bool canBeOtherUser();

/// The number of that user ("nobody").
inline constexpr unsigned otherUserId = 65534;

} // namespace pasarela::test
