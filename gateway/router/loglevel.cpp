// SPDX-License-Identifier: MIT
#include "gateway/router/loglevel.h"

#include <algorithm>
#include <array>

namespace pasarela {

namespace {

constexpr std::array words = {"debug", "info", "notice", "warning", "error", "critical", "alert", "emergency"};

} // namespace

std::optional<LogLevel> logLevelFrom(const QByteArray &word)
{
    const auto found = std::find(words.begin(), words.end(), word);
    if (found == words.end())
        return std::nullopt;
    return static_cast<LogLevel>(found - words.begin());
}

QByteArray toWord(LogLevel level)
{
    return words[size_t(level)];
}

bool passesLevel(const QByteArray &word, std::optional<LogLevel> wanted)
{
    const auto level = logLevelFrom(word);
    return !level || *level >= wanted.value_or(LogLevel::Info);
}

} // namespace pasarela
