// SPDX-License-Identifier: MIT
#include "tests/fakemcpserver/processfaults.h"

#include <csignal>

namespace pasarela::test {

void useBinaryStreams()
{
}

void ignoreTermination()
{
    std::signal(SIGTERM, SIG_IGN);
}

} // namespace pasarela::test
