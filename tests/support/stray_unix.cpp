// SPDX-License-Identifier: MIT
#include "tests/support/stray.h"

#include <array>
#include <csignal>

#include <sys/wait.h>
#include <unistd.h>

namespace pasarela::test {

namespace {

constexpr int mostStreams = 64;

[[noreturn]] void becomeStray(const char *self, const char *mode)
{
    std::signal(SIGTERM, SIG_IGN); // exec keeps it
    for (int fd = 0; fd < mostStreams; ++fd)
        ::close(fd);
    ::execl(self, self, mode, static_cast<char *>(nullptr));
    ::_exit(127);
}

} // namespace

long long startStray(const char *self, const char *mode)
{
    std::array<int, 2> ends{};
    if (::pipe(ends.data()) != 0)
        return 0;
    const pid_t first = ::fork();
    if (first == 0) {
        ::setsid();
        const pid_t second = ::fork();
        if (second == 0)
            becomeStray(self, mode);
        const ssize_t written = ::write(ends[1], &second, sizeof(second));
        ::_exit(written > 0 ? 0 : 1);
    }
    pid_t stray = 0;
    if (::read(ends[0], &stray, sizeof(stray)) <= 0)
        stray = 0;
    ::waitpid(first, nullptr, 0);
    ::close(ends[0]);
    ::close(ends[1]);
    return stray;
}

} // namespace pasarela::test
