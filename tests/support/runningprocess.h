// SPDX-License-Identifier: MIT
#pragma once

#include <QtGlobal>

namespace pasarela::test {

/// Whether a process runs; a zombie does not.
bool isRunning(qint64 processId);

/// The highest resident memory of a process so far, in bytes; 0 where it cannot be told.
qint64 peakMemory(qint64 processId);

/// Whether this is no real Windows, but Wine.
bool isWine();

/// Makes this process the parent of what its children leave behind, as the gateway is (Linux: prctl(2),
/// PR_SET_CHILD_SUBREAPER); elsewhere nothing. Without it a test waits for init to bury them.
void adoptOrphans();

} // namespace pasarela::test
