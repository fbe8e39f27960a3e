// SPDX-License-Identifier: MIT
#pragma once

#include "gateway/cli/commandcontext.h"

#include <QStringList>

namespace pasarela {

/// `check [FILE]` (spec/cli.md): problems as `FILE:LINE:COL: what, and what to do` on stderr, exit 1; hints likewise
/// and exit 0. With --json one document {file, ok, problems, hints}. Without FILE the configuration in use; there being
/// none is fine.
int runCheck(const CommandContext &context, const QStringList &args);

} // namespace pasarela
