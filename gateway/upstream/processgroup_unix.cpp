// SPDX-License-Identifier: MIT
// What Linux and macOS share.
#include "gateway/upstream/processgroup.h"

#include "gateway/base/processinfo.h"

#include <csignal>

#include <unistd.h>

namespace pasarela {

bool isInGroup(const ProcessMark &process, qint64 group)
{
    return process.processId > 1 && ::getpgid(static_cast<pid_t>(process.processId)) == group
        && processStartTime(process.processId) == process.startTime;
}

void killGroup(qint64 group)
{
    Q_ASSERT(group > 1);
    ::kill(static_cast<pid_t>(-group), SIGKILL);
}

} // namespace pasarela
