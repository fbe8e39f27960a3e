// SPDX-License-Identifier: MIT
#include "gateway/upstream/strays.h"

// Windows: a job holds all that a child starts (processtree_win.cpp). macOS: a process whose parent ends becomes a
// child of launchd, and there is no way to be asked first.
namespace pasarela::strays {

bool adopt()
{
    return false;
}

Mark mark(ChildLaunch &)
{
    return {};
}

std::vector<ProcessMark> marked(Mark)
{
    return {};
}

std::vector<ProcessMark> ended()
{
    return {};
}

void signal(const ProcessMark &, int)
{
}

bool reap(const ProcessMark &)
{
    return true;
}

void endAll()
{
}

} // namespace pasarela::strays
