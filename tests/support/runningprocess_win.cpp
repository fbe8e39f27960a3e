// SPDX-License-Identifier: MIT
#include "tests/support/runningprocess.h"

#include <windows.h>

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

void adoptOrphans() { }

} // namespace pasarela::test
