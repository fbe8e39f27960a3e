// SPDX-License-Identifier: MIT
#pragma once

// Linux's Landlock (landlock(7)) as far as it keeps programs apart (sessions.md 11).
namespace pasarela::landlock {

/// Whether enterOwnDomain() does something: Linux 5.19 or later with Landlock switched on.
bool isAvailable();

/// Puts this process and its descendants into a domain of their own, in which everything is allowed but to look into
/// processes outside: their /proc/PID/{environ,mem,maps}, and ptrace(2). Programs in it cannot mount either, and need
/// no_new_privs. False: not available, or refused. Async-signal-safe.
/// Root, and who has CAP_PERFMON, may look all the same.
///
/// Not before Linux 5.19, whose Landlock can allow files to be moved from one folder to another; 5.13 always forbids
/// it.
bool enterOwnDomain();

} // namespace pasarela::landlock
