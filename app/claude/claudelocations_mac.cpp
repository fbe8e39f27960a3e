// SPDX-License-Identifier: MIT
// Not compiled on macOS yet.
#include "app/claude/claudelocations.h"

#include <QDir>

namespace pasarela {

std::vector<ClaudeCandidate> findClaude()
{
    return claudeOnMac(QDir::homePath());
}

} // namespace pasarela
