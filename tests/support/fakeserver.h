// SPDX-License-Identifier: MIT
#pragma once

#include <QString>

namespace pasarela::test {

/// The built executable tests/fakemcpserver; its switches: `fakemcpserver --help`.
QString fakeMcpServer();

/// Ends a process that a test has caused, by its id.
void endProcess(qint64 pid);

} // namespace pasarela::test
