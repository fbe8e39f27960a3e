// SPDX-License-Identifier: MIT
// Written from kill(2) and <libproc.h>; not yet compiled on a Mac.
#include "gateway/launch/processcontrol.h"

#include "gateway/base/processinfo.h"
#include "gateway/base/systemerror.h"

#include <cerrno>
#include <csignal>

#include <libproc.h>
#include <sys/proc.h>
#include <sys/proc_info.h>

namespace pasarela {

namespace {

Result<void> signalProcess(const ProcessIdentity &process, int signal)
{
    // macOS has no handle on a process: between this look and kill() lies a moment in which the pid could be used
    // again.
    const bool running = isRunning(process);
    if (running && ::kill(static_cast<pid_t>(process.processId), signal) == 0)
        return {};
    const int number = errno;
    if (!running || number == ESRCH)
        return Error{Error::Code::NotFound, QStringLiteral("Process %1 has ended already.").arg(process.processId)};
    return systemError(QStringLiteral("Process %1 cannot be ended").arg(process.processId), number);
}

} // namespace

bool isRunning(const ProcessIdentity &process)
{
    if (process.processId <= 0 || process.startTime == 0)
        return false;
    proc_bsdinfo info = {};
    const int size =
        ::proc_pidinfo(static_cast<int>(process.processId), PROC_PIDTBSDINFO, 0, &info, static_cast<int>(sizeof info));
    if (size != static_cast<int>(sizeof info) || info.pbi_status == SZOMB)
        return false;
    return processStartTime(process.processId) == process.startTime;
}

Result<void> terminateProcess(const ProcessIdentity &process)
{
    return signalProcess(process, SIGTERM);
}

Result<void> killProcess(const ProcessIdentity &process)
{
    return signalProcess(process, SIGKILL);
}

} // namespace pasarela
