// SPDX-License-Identifier: MIT
#pragma once

#include "gateway/base/result.h"

namespace pasarela {

/// One process for good: a pid alone is used again (base/processinfo).
struct ProcessIdentity {
    qint64 processId = 0;
    qint64 startTime = 0; ///< In the platform's own unit, as processStartTime() gives it.
    bool operator==(const ProcessIdentity &) const = default;
};

/// Whether that very process still runs; one that has ended and was not yet collected by its parent does not.
bool isRunning(const ProcessIdentity &process);

/// Asks it to end (SIGTERM). NotFound where it has ended, also where its pid belongs to another process by now, which
/// is left alone. Unsupported on Windows, where a program without a window cannot be asked.
Result<void> terminateProcess(const ProcessIdentity &process);

/// Ends it at once (SIGKILL, TerminateProcess); else as terminateProcess().
Result<void> killProcess(const ProcessIdentity &process);

} // namespace pasarela
