// SPDX-License-Identifier: MIT
#include "app/claude/claudelocations.h"

#include <QDir>

namespace pasarela {

std::vector<ClaudeCandidate> findClaude()
{
    // XDG Base Directory Specification: a relative XDG_CONFIG_HOME counts as not set.
    const QString given = qEnvironmentVariable("XDG_CONFIG_HOME");
    return claudeOnLinux(QDir::isAbsolutePath(given) ? given : QDir::homePath() + QStringLiteral("/.config"));
}

} // namespace pasarela
