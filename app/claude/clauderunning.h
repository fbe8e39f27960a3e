// SPDX-License-Identifier: MIT
#pragma once

#include <QString>

namespace pasarela {

/// Whether Claude Desktop runs for this user, windows closed or not: it writes its settings whole from memory, so an
/// edit made meanwhile would be lost (spec/claude-config.md, *What the app does with it*).
bool isClaudeRunning();

/// Whether a program of Windows, named with its whole path, is Claude Desktop: it lies in
/// %LOCALAPPDATA%\AnthropicClaude or in a package under WindowsApps. Claude Code is a claude.exe too, but lies
/// elsewhere. Pure.
bool isClaudeDesktopOnWindows(const QString &program);

} // namespace pasarela
