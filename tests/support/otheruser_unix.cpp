// SPDX-License-Identifier: MIT
#include "tests/support/otheruser.h"

#include <grp.h>
#include <sys/wait.h>
#include <unistd.h>

namespace pasarela::test {

bool canBeOtherUser()
{
    return ::geteuid() == 0;
}

int asOtherUser(const std::function<int()> &body)
{
    const pid_t child = ::fork();
    if (child == 0) {
        const bool changed = ::setgroups(0, nullptr) == 0 && ::setgid(otherUserId) == 0 && ::setuid(otherUserId) == 0;
        int result = 100;
        try {
            result = changed ? body() : 100;
        } catch (...) { // unwinding would run the parent's destructors
        }
        ::_exit(result);
    }
    int status = 0;
    if (child < 0 || ::waitpid(child, &status, 0) != child || !WIFEXITED(status))
        return 100;
    return WEXITSTATUS(status);
}

} // namespace pasarela::test
