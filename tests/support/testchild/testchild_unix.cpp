// SPDX-License-Identifier: MIT
#include "tests/support/testchild/testchild.h"

#include "tests/support/stray.h"

#include <array>
#include <csignal>

#include <fcntl.h>
#include <unistd.h>

#ifdef __linux__
#include <sys/prctl.h>
#endif

extern char **environ;

namespace pasarela::test::testchild {

void useBinaryStreams()
{
}

void ignoreTermination()
{
    ::signal(SIGTERM, SIG_IGN);
    ::signal(SIGPIPE, SIG_IGN);
}

long long startStubborn(const char *self, const char *mode)
{
    const pid_t pid = ::fork();
    if (pid == 0) {
        ignoreTermination(); // exec keeps it
        ::execl(self, self, mode, static_cast<char *>(nullptr));
        ::_exit(127);
    }
    return pid;
}

long long startStray(const char *self, const char *mode)
{
    return test::startStray(self, mode);
}

char **environmentOfMine()
{
    return environ;
}

namespace {

std::string openDescriptors()
{
    std::string found;
    for (int fd = 0; fd < 1024; ++fd) {
        if (::fcntl(fd, F_GETFD) >= 0)
            found += std::to_string(fd) + ' ';
    }
    return found;
}

std::string deafSignals()
{
    std::string found;
    sigset_t blocked;
    ::sigprocmask(SIG_BLOCK, nullptr, &blocked);
    for (int number = 1; number < 32; ++number) {
        struct sigaction action = {};
        ::sigaction(number, nullptr, &action);
        if (action.sa_handler == SIG_IGN || ::sigismember(&blocked, number) == 1)
            found += std::to_string(number) + ' ';
    }
    return found;
}

} // namespace

std::string describe(const std::string &what)
{
    if (what == "folder") {
        std::array<char, 4096> path{};
        return ::getcwd(path.data(), path.size()) ? path.data() : "";
    }
    if (what == "descriptors")
        return openDescriptors();
    if (what == "signals")
        return deafSignals();
    if (what == "identity")
        return std::to_string(::getpid()) + ' ' + std::to_string(::getpgrp()) + ' ' + std::to_string(::getsid(0));
#ifdef __linux__
    if (what == "privileges")
        return std::to_string(::prctl(PR_GET_NO_NEW_PRIVS, 0, 0, 0, 0));
#endif
    return {};
}

} // namespace pasarela::test::testchild
