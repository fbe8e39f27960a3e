// SPDX-License-Identifier: MIT
#pragma once

#include "app/claude/claudeconfig.h"

#include <QStringList>

namespace pasarela {

/// Where an entry seems to hold a key: names of variables, "argument N" (from 1), "its command", "url", "header
/// NAME". Never a value. Errs on the side of asking.
QStringList likelySecrets(const ClaudeEntry &entry);

} // namespace pasarela
