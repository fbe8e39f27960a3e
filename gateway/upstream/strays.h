// SPDX-License-Identifier: MIT
#pragma once

#include "gateway/upstream/childlaunch.h"
#include "gateway/upstream/processgroup.h"

#include <QByteArray>

#include <vector>

// Strays: programs that left the child that started them by fork, setsid and exit. On Linux they become children of the
// gateway (a subreaper), so that they stay its descendants, which both sockets refuse, and end with their session. They
// are known by a variable that they inherit. Windows needs none of this (a job holds all), macOS has no such thing.
namespace pasarela::strays {

/// From now on orphans among our descendants become our children (prctl(2)); false where the platform cannot.
bool adopt();

/// The variable that marks what a child starts, with a value of its own, put into its environment; the value is
/// returned: empty where what it leaves behind is not ended with it, because nothing is adopted or ChildLaunch says so.
QByteArray mark(ChildLaunch &launch);

/// Our own children that live and bear that mark.
std::vector<ProcessMark> marked(const QByteArray &mark);
/// Our own children that have ended and that nobody has waited for so far.
std::vector<ProcessMark> ended();

/// Both look first whether it is our child, of that start time.
void signal(const ProcessMark &stray, int number);
/// True where it is gone.
bool reap(const ProcessMark &stray);

/// At the very end: kills and reaps all children that are left, but what ChildLaunch spared.
void endAll();

} // namespace pasarela::strays
