// SPDX-License-Identifier: MIT
#pragma once

#include "gateway/base/result.h"

#include <QString>
#include <QStringList>

namespace pasarela {

/// What stands before, between and after the words of any command; nothing behind a "--" is touched.
struct GlobalOptions {
    QString home; ///< `--home DIR`; empty: not given.
    bool json = false;
    bool version = false;
    QStringList rest; ///< The command's words and its own options, `--help` among them.

    /// `pasarela-gateway`, `pasarela-gateway run …`: the gateway itself and no command.
    bool isRun() const;
};

/// Of the arguments without the program's name; InvalidInput where `--home` names nothing.
Result<GlobalOptions> takeGlobalOptions(const QStringList &arguments);

} // namespace pasarela
