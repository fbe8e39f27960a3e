// SPDX-License-Identifier: MIT
#pragma once

#include "gateway/base/result.h"

#include <QString>
#include <QStringList>

#include <chrono>

namespace pasarela {

/// The command line of pasarela-bridge (spec/cli.md).
struct BridgeArguments {
    enum class Do { Run, ShowHelp, ShowVersion };

    Do what = Do::Run;
    QString client; ///< Empty: the gateway goes by what the client says of itself.
    QString home; ///< Empty: the default places, or PASARELA_HOME.
    bool mayStart = true;
    std::chrono::milliseconds timeout{5000};

    /// `arguments` without the program's name. An error is wrong usage.
    static Result<BridgeArguments> parse(const QStringList &arguments);
    static QString help();
};

} // namespace pasarela
