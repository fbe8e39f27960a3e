// SPDX-License-Identifier: MIT
#pragma once

#include <QtGlobal>

namespace pasarela::test {

/// Stdin and stdout without translation of line ends.
void useBinaryStreams();
void ignoreTermination();
/// Ends the process at once: no destructors, no flushing.
[[noreturn]] void crash(int status);
/// Starts this program once more as an idle child in the same group, holding stdout and stderr open. Its process id, 0:
/// could not.
qint64 spawnIdleChild();

/// Starts the same by fork, setsid, fork and exit, without our streams: it leaves our group. 0: could not, or Windows.
qint64 spawnStray();

} // namespace pasarela::test
