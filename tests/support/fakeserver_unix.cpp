// SPDX-License-Identifier: MIT
#include "tests/support/fakeserver.h"

#include <csignal>

namespace pasarela::test {

void endProcess(qint64 pid)
{
    ::kill(pid_t(pid), SIGKILL);
}

} // namespace pasarela::test
