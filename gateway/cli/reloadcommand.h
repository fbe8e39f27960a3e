// SPDX-License-Identifier: MIT
#pragma once

#include "gateway/cli/commandarguments.h"

namespace pasarela {

/// `reload`: the gateway reads its configuration again; all that is wrong in it goes to stderr.
CommandForm reloadForm();
int runReload(const CommandContext &context, const QStringList &args);

} // namespace pasarela
