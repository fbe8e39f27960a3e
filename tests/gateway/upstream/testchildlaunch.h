// SPDX-License-Identifier: MIT
#pragma once

#include "gateway/upstream/childlaunch.h"
#include "tests/support/testhome.h"

#include <QDir>

namespace pasarela::test {

/// The program `testchild` with these words, called "tester", in the folder for temporary files. Its environment is
/// what Windows starts no program without; elsewhere empty.
inline ChildLaunch testChildLaunch(const QStringList &words)
{
    ChildLaunch launch;
    launch.name = QStringLiteral("tester");
    launch.program = builtProgram(QStringLiteral("testchild"));
    launch.arguments = words;
    launch.workingDirectory = QDir::tempPath();
#ifdef Q_OS_WIN
    launch.environment = {{QStringLiteral("SYSTEMROOT"), qEnvironmentVariable("SYSTEMROOT")},
                          {QStringLiteral("PATH"), qEnvironmentVariable("PATH")}};
#endif
    return launch;
}

} // namespace pasarela::test
