// SPDX-License-Identifier: MIT
#pragma once

#include "gateway/cli/commandcontext.h"

#include <QStringList>

namespace pasarela {

/// `enclave list | add | remove | enable | disable | restart` (spec/cli.md); `args` begins with that word. A command
/// that writes returns once a running gateway uses what was written.
int runEnclave(const CommandContext &context, const QStringList &args);

} // namespace pasarela
