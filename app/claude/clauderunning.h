// SPDX-License-Identifier: MIT
#pragma once

namespace pasarela {

/// Whether Claude Desktop runs for this user, windows closed or not: it writes its settings whole from memory, so an
/// edit made meanwhile would be lost (spec/claude-config.md, *What the app does with it*).
bool isClaudeRunning();

} // namespace pasarela
