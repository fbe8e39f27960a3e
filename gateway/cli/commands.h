// SPDX-License-Identifier: MIT
#pragma once

#include "gateway/cli/commandcontext.h"
#include "gateway/launch/gatewaylauncher.h"

#include <QStringList>
#include <QTextStream>

namespace pasarela {

struct Streams {
    QTextStream &out;
    QTextStream &err;
};

/// Everything that `pasarela-gateway` does but being the gateway (GlobalOptions::isRun): the arguments without the
/// program's name, to the exit code. Needs a QCoreApplication whose event loop does not run; a command that waits runs
/// one.
int runCommand(const QStringList &arguments, Streams streams, const CommandContext::Launch &launch = launchGateway);

} // namespace pasarela
