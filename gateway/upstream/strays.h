// SPDX-License-Identifier: MIT
#pragma once

#include "gateway/upstream/childlaunch.h"
#include "gateway/upstream/processgroup.h"

#include <QtGlobal>

#include <vector>

// Strays: programs that left the child that started them by fork, setsid and exit. On Linux they become children of the
// gateway (a subreaper), so that they stay its descendants, which both sockets refuse, and end with their session. They
// are known by a limit that they inherit and nobody else looks at (RLIMIT_MSGQUEUE, getrlimit(2)): their environment is
// the enclave's alone (sessions.md 2). Windows needs none of this (a job holds all), macOS has no such thing.
namespace pasarela::strays {

/// From now on orphans among our descendants become our children (prctl(2)); false where the platform cannot.
bool adopt();

/// Tells one child and what it starts from the others.
using Mark = quint64;
inline constexpr Mark noMark = 0;

/// Gives the child of `launch` a mark of its own. noMark: what it leaves behind is not ended with it, because nothing
/// is adopted or ChildLaunch says so.
Mark mark(ChildLaunch &launch);

/// Our own children that live and bear that mark.
std::vector<ProcessMark> marked(Mark mark);
/// Our own children that have ended and that nobody has waited for so far.
std::vector<ProcessMark> ended();

/// Both look first whether it is our child, of that start time.
void signal(const ProcessMark &stray, int number);
/// True where it is gone.
bool reap(const ProcessMark &stray);

/// At the very end: kills and reaps all children that are left, but what ChildLaunch spared.
void endAll();

} // namespace pasarela::strays
