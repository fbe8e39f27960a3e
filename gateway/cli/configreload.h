// SPDX-License-Identifier: MIT
#pragma once

#include "gateway/base/result.h"
#include "gateway/cli/commandcontext.h"

namespace pasarela {

/// After a command wrote the configuration: asks the running gateway to read it and waits until it uses the one with
/// this hash. True: it does. False: no gateway runs, so the next one will.
Result<bool> reloadGateway(const CommandContext &context, const QByteArray &hash);

} // namespace pasarela
