// SPDX-License-Identifier: MIT
#pragma once

#include "gateway/cli/commandcontext.h"

#include <QStringList>

namespace pasarela {

/// `account list|set|remove|use`. Secrets come from stdin or a hidden prompt, never as an argument; they go to the
/// gateway, which alone touches the keychain.
int runAccount(const CommandContext &context, const QStringList &args);

} // namespace pasarela
