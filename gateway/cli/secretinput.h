// SPDX-License-Identifier: MIT
#pragma once

#include "gateway/base/result.h"
#include "gateway/base/secret.h"

#include <QString>

namespace pasarela {

/// One secret from stdin: at a terminal a line that is asked for and not shown while it is typed, else all there is.
/// The line end at its end is left out. InvalidInput where there is none, TooLarge from 1 MiB on.
Result<Secret> readSecret(const QString &prompt);

/// The platform's half: whether stdin is a terminal, and one line of it without echo (with its line end, if any).
bool isTerminalInput();
Result<Secret> readHiddenLine(const QString &prompt);

/// What was read as a secret.
Result<Secret> secretFromInput(Secret input);

} // namespace pasarela
