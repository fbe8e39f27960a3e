// SPDX-License-Identifier: MIT
#pragma once

#include <QByteArray>

#include <optional>

namespace pasarela {

/// Severities of `notifications/message` (RFC 5424), the least severe first.
enum class LogLevel { Debug, Info, Notice, Warning, Error, Critical, Alert, Emergency };

std::optional<LogLevel> logLevelFrom(const QByteArray &word);
QByteArray toWord(LogLevel level);

/// Whether a message reaches a client: one that set no level gets `info` and above (rule R9). Unknown words pass.
bool passesLevel(const QByteArray &word, std::optional<LogLevel> wanted);

} // namespace pasarela
