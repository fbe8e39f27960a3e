// SPDX-License-Identifier: MIT
#include "tests/fakemcpserver/processfaults.h"

#include <cstdio>
#include <fcntl.h>
#include <io.h>
#include <windows.h>

namespace pasarela::test {

void useBinaryStreams()
{
    _setmode(_fileno(stdin), _O_BINARY);
    _setmode(_fileno(stdout), _O_BINARY);
}

void ignoreTermination()
{
    SetConsoleCtrlHandler(nullptr, TRUE); // CTRL_C; a console process has no other polite end
}

qint64 spawnStray()
{
    return 0;
}

} // namespace pasarela::test
