// SPDX-License-Identifier: MIT
#pragma once

#include <QtGlobal>

#include <array>
#include <optional>

#include <sys/types.h>

// What a system can do for a child beyond POSIX, around fork and exec. All but openPipe() run in the forked child: only
// async-signal-safe calls (signal-safety(7)).
namespace pasarela::forkedchild {

/// pipe(2); close-on-exec from the start where the system can, so that no fork of another thread inherits an end.
/// False: errno says why.
bool openPipe(std::array<int, 2> &ends);

/// Marks every descriptor from `first` on close-on-exec at once; false: the system cannot, mark them one by one.
bool markCloseOnExecFrom(int first);

/// Ends the child with `parent`, takes from it what setuid programs would give it and the sight of other processes
/// (landlockdomain.h) where `noNewPrivileges`, and sets the limit that strays are known by (strays.h). False: errno
/// says why.
bool restrain(pid_t parent, bool noNewPrivileges, const std::optional<quint64> &messageQueueLimit);

} // namespace pasarela::forkedchild
