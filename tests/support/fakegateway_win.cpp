// SPDX-License-Identifier: MIT
#include "tests/support/fakegateway.h"

#include <windows.h>

namespace pasarela::test {

QByteArray platformReport()
{
    const auto yes = [](const char *key, bool value) {
        return QByteArray(key) + ':' + QByteArray::number(value) + '\n';
    };
    bool allNull = true;
    for (const DWORD which : {STD_INPUT_HANDLE, STD_OUTPUT_HANDLE, STD_ERROR_HANDLE})
        allNull = allNull && ::GetFileType(::GetStdHandle(which)) == FILE_TYPE_CHAR;
    BOOL inJob = FALSE;
    ::IsProcessInJob(::GetCurrentProcess(), nullptr, &inJob);
    return yes("standardIsNull", allNull) + yes("inJob", inJob) + yes("hasConsole", ::GetConsoleWindow() != nullptr);
}

} // namespace pasarela::test
