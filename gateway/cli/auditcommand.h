// SPDX-License-Identifier: MIT
#pragma once

#include "gateway/cli/commandarguments.h"

namespace pasarela {

/// `audit [--since T] [--enclave E] [--json|--csv]` (spec/cli.md): reads the files, so that no gateway is needed.
CommandForm auditForm();
int runAudit(const CommandContext &context, const QStringList &args);

} // namespace pasarela
