// SPDX-License-Identifier: MIT
#pragma once

#include "gateway/cli/commandarguments.h"

namespace pasarela {

/// `call TOOL [JSON] [--client NAME] [--account A] [--timeout S] [--no-start]`: text of the result on stdout, other
/// content as JSON; with --json the whole result. Exit 1 and the text on stderr where the tool says that it failed.
CommandForm callForm();
int runCall(const CommandContext &context, const QStringList &args);

} // namespace pasarela
