// SPDX-License-Identifier: MIT
#pragma once

#include "gateway/cli/commandarguments.h"

namespace pasarela {

/// `start`: a gateway runs in the background when this ends; takes back the wish that none does. One that runs already
/// is left alone.
CommandForm startForm();
int runStart(const CommandContext &context, const QStringList &args);

} // namespace pasarela
