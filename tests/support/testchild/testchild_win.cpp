// SPDX-License-Identifier: MIT
#include "tests/support/testchild/testchild.h"

#include <array>
#include <cstdio>
#include <cstdlib>

#include <fcntl.h>
#include <io.h>
#include <windows.h>

namespace pasarela::test::testchild {

void useBinaryStreams()
{
    ::_setmode(::_fileno(stdout), _O_BINARY);
    ::_setmode(::_fileno(stdin), _O_BINARY);
    ::setvbuf(stderr, nullptr, _IONBF, 0); // Wine keeps it back otherwise
}

void ignoreTermination()
{
}

long long startStubborn(const char *self, const char *mode)
{
    std::string line = '"' + std::string(self) + "\" " + mode;
    STARTUPINFOA startup = {};
    startup.cb = sizeof(startup);
    PROCESS_INFORMATION process = {};
    if (!::CreateProcessA(nullptr, line.data(), nullptr, nullptr, TRUE, 0, nullptr, nullptr, &startup, &process))
        return 0;
    ::CloseHandle(process.hThread);
    ::CloseHandle(process.hProcess);
    return process.dwProcessId;
}

long long startStray(const char *, const char *)
{
    return 0;
}

char **environmentOfMine()
{
    return _environ;
}

std::string describe(const std::string &what)
{
    if (what == "folder") {
        std::array<char, 4096> path{};
        const DWORD length = ::GetCurrentDirectoryA(path.size(), path.data());
        return {path.data(), length};
    }
    return {};
}

} // namespace pasarela::test::testchild
