// SPDX-License-Identifier: MIT
#include "gateway/launch/processcontrol.h"

#include "gateway/base/processinfo.h"
#include "gateway/base/systemerror.h"
#include "gateway/base/winhandle.h"

#include <limits>

namespace pasarela {

namespace {

/// A handle on exactly this process; invalid where it has ended. While it is open the pid cannot be used again, so the
/// start time is read after it was opened.
WinHandle openRunning(const ProcessIdentity &process, DWORD access)
{
    if (process.processId <= 0 || process.processId > std::numeric_limits<DWORD>::max() || process.startTime == 0)
        return {};
    WinHandle handle(::OpenProcess(access | SYNCHRONIZE, FALSE, static_cast<DWORD>(process.processId)));
    if (!handle.isValid() || processStartTime(process.processId) != process.startTime
        || ::WaitForSingleObject(handle.get(), 0) == WAIT_OBJECT_0)
        return {};
    return handle;
}

Error hasEndedError(const ProcessIdentity &process)
{
    return {Error::Code::NotFound, QStringLiteral("Process %1 has ended already.").arg(process.processId)};
}

} // namespace

bool isRunning(const ProcessIdentity &process)
{
    return openRunning(process, PROCESS_QUERY_LIMITED_INFORMATION).isValid();
}

Result<void> terminateProcess(const ProcessIdentity &process)
{
    if (!isRunning(process))
        return hasEndedError(process);
    return Error{
        Error::Code::Unsupported,
        QStringLiteral("Windows cannot ask process %1 to end; it can only be ended at once.").arg(process.processId)};
}

Result<void> killProcess(const ProcessIdentity &process)
{
    const WinHandle handle = openRunning(process, PROCESS_TERMINATE);
    if (!handle.isValid()) {
        if (!isRunning(process))
            return hasEndedError(process);
        return Error{Error::Code::PermissionDenied,
                     QStringLiteral("Windows does not let us end process %1.").arg(process.processId)};
    }
    if (::TerminateProcess(handle.get(), 1))
        return {};
    const DWORD number = ::GetLastError();
    if (::WaitForSingleObject(handle.get(), 0) == WAIT_OBJECT_0)
        return hasEndedError(process);
    return systemError(QStringLiteral("Process %1 cannot be ended").arg(process.processId), static_cast<int>(number));
}

} // namespace pasarela
