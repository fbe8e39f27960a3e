// SPDX-License-Identifier: MIT
#include "tests/support/runningprocess.h"

#include <windows.h>

#include <psapi.h>

namespace pasarela::test {

bool isRunning(qint64 processId)
{
    const HANDLE process = ::OpenProcess(SYNCHRONIZE, FALSE, static_cast<DWORD>(processId));
    if (!process)
        return false;
    const bool running = ::WaitForSingleObject(process, 0) == WAIT_TIMEOUT;
    ::CloseHandle(process);
    return running;
}

qint64 peakMemory(qint64 processId)
{
    const HANDLE process = ::OpenProcess(PROCESS_QUERY_LIMITED_INFORMATION, FALSE, static_cast<DWORD>(processId));
    if (!process)
        return 0;
    PROCESS_MEMORY_COUNTERS counters = {};
    const BOOL known = ::K32GetProcessMemoryInfo(process, &counters, sizeof counters);
    ::CloseHandle(process);
    return known ? static_cast<qint64>(counters.PeakWorkingSetSize) : 0;
}

bool isWine()
{
    return ::GetProcAddress(::GetModuleHandleW(L"ntdll.dll"), "wine_get_version") != nullptr;
}

void adoptOrphans()
{
}

} // namespace pasarela::test
