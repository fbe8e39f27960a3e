// SPDX-License-Identifier: MIT
#include "tests/support/fakeserver.h"

#include "tests/support/testhome.h"

namespace pasarela::test {

QString fakeMcpServer()
{
    return builtProgram(QStringLiteral("../tests/fakemcpserver"));
}

} // namespace pasarela::test
