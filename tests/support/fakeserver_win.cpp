// SPDX-License-Identifier: MIT
#include "tests/support/fakeserver.h"

#include <windows.h>

namespace pasarela::test {

void endProcess(qint64 pid)
{
    if (const HANDLE process = OpenProcess(PROCESS_TERMINATE, FALSE, DWORD(pid))) {
        TerminateProcess(process, 1);
        CloseHandle(process);
    }
}

} // namespace pasarela::test
