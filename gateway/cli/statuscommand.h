// SPDX-License-Identifier: MIT
#pragma once

#include "gateway/cli/commandarguments.h"

namespace pasarela {

/// `status [--json] [--watch]` (spec/cli.md). With --watch and --json: one document in a line for each change.
CommandForm statusForm();
int runStatus(const CommandContext &context, const QStringList &args);

} // namespace pasarela
