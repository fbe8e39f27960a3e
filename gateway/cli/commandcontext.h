// SPDX-License-Identifier: MIT
#pragma once

#include "gateway/base/paths.h"
#include "gateway/base/result.h"
#include "gateway/base/secret.h"

#include <QByteArray>
#include <QTextStream>

#include <functional>

namespace pasarela {

/// Exit codes of every command (spec/cli.md, *Command lines*).
enum ExitCode : int {
    ExitDone = 0,
    ExitFailed = 1, ///< One sentence on stderr.
    ExitUsage = 2, ///< The command line itself is wrong.
    ExitNoGateway = 3, ///< The gateway does not run and the command needs it.
};

/// What a command gets besides its arguments. Commands are functions `int run…(const CommandContext &, const
/// QStringList &args)`; `args` is what follows the command's words, without the options of the frame (--json, --home)
/// that stand before a "--".
struct CommandContext {
    Paths paths;
    bool json = false; ///< One JSON document on `out`, nothing else there.
    QTextStream &out;
    QTextStream &err;

    /// Asks the running gateway over control and waits for the answer: a method of controlprotocol.h and a JSON object.
    /// Unavailable where none runs; it is not started. The frame supplies it.
    using Ask = std::function<Result<QByteArray>(const char *method, const QByteArray &params)>;
    Ask ask;

    /// Starts a gateway, as a bridge does (launch/gatewaylauncher). The frame supplies it.
    using Launch = std::function<Result<void>(const Paths &, const QString &failureFile)>;
    Launch launch = {};

    /// Reads one secret from stdin (cli/secretinput). The frame supplies it.
    using ReadSecret = std::function<Result<Secret>(const QString &prompt)>;
    ReadSecret readSecret = {};
};

} // namespace pasarela
