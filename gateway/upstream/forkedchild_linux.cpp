// SPDX-License-Identifier: MIT
#include "gateway/upstream/forkedchild.h"

#include "gateway/upstream/landlockdomain.h"

#include <csignal>

#include <fcntl.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>

namespace pasarela::forkedchild {

bool openPipe(std::array<int, 2> &ends)
{
    return ::pipe2(ends.data(), O_CLOEXEC) == 0;
}

bool markCloseOnExecFrom([[maybe_unused]] int first)
{
#ifdef SYS_close_range
    constexpr unsigned markCloseOnExec = 1U << 2; // CLOSE_RANGE_CLOEXEC, Linux 5.11
    return ::syscall(SYS_close_range, static_cast<unsigned>(first), ~0U, markCloseOnExec) == 0;
#else
    return false;
#endif
}

bool restrain(pid_t parent, bool noNewPrivileges, const std::optional<quint64> &messageQueueLimit)
{
    ::prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (::getppid() != parent)
        ::_exit(127); // the gateway died before the death signal was set
    if (noNewPrivileges && ::prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0)
        return false;
    if (noNewPrivileges)
        landlock::enterOwnDomain(); // where there is none, siblings are as little defended as elsewhere (security.md)
    if (messageQueueLimit) {
        const rlimit limit{static_cast<rlim_t>(*messageQueueLimit), static_cast<rlim_t>(*messageQueueLimit)};
        ::setrlimit(RLIMIT_MSGQUEUE, &limit);
    }
    return true;
}

} // namespace pasarela::forkedchild
