// SPDX-License-Identifier: MIT
#include "gateway/base/processinfo.h"

#include "gateway/base/winhandle.h"

#include <psapi.h>
#include <tlhelp32.h>

namespace pasarela {

namespace {

WinHandle openProcess(qint64 processId)
{
    return processId > 0
        ? WinHandle(::OpenProcess(PROCESS_QUERY_LIMITED_INFORMATION, FALSE, static_cast<DWORD>(processId)))
        : WinHandle();
}

} // namespace

qint64 residentBytes(qint64 processId)
{
    const WinHandle process = openProcess(processId);
    PROCESS_MEMORY_COUNTERS counters = {};
    if (!process.isValid() || !::K32GetProcessMemoryInfo(process.get(), &counters, sizeof counters))
        return 0;
    return static_cast<qint64>(counters.WorkingSetSize);
}

qint64 processStartTime(qint64 processId)
{
    const WinHandle process = openProcess(processId);
    // A process that ended can be opened as long as somebody holds a handle on it.
    DWORD exitCode = 0;
    if (!process.isValid() || !::GetExitCodeProcess(process.get(), &exitCode) || exitCode != STILL_ACTIVE)
        return 0;
    FILETIME created = {};
    FILETIME ended = {};
    FILETIME kernel = {};
    FILETIME user = {};
    if (!::GetProcessTimes(process.get(), &created, &ended, &kernel, &user))
        return 0;
    return (static_cast<qint64>(created.dwHighDateTime) << 32) | created.dwLowDateTime;
}

qint64 parentProcess(qint64 processId)
{
    const WinHandle list(::CreateToolhelp32Snapshot(TH32CS_SNAPPROCESS, 0));
    PROCESSENTRY32W entry = {};
    entry.dwSize = sizeof entry;
    for (BOOL more = ::Process32FirstW(list.get(), &entry); more; more = ::Process32NextW(list.get(), &entry)) {
        if (entry.th32ProcessID == static_cast<DWORD>(processId))
            return entry.th32ParentProcessID;
    }
    return 0;
}

} // namespace pasarela
