// SPDX-License-Identifier: MIT
#pragma once

#include "gateway/cli/commandarguments.h"

namespace pasarela {

/// `tools [--json] [--client NAME] [--no-start]`: what that client sees. Starts a gateway as a bridge does.
CommandForm toolsForm();
int runTools(const CommandContext &context, const QStringList &args);

} // namespace pasarela
