// SPDX-License-Identifier: MIT
#pragma once

#include <QStringList>

namespace pasarela {

/// The rules of this platform that a child is started by.
struct ChildPlatform {
    /// Programs are found as on Windows (ExecutableSearch::windows).
    bool windowsPrograms = false;
    /// How variables are told apart.
    Qt::CaseSensitivity variableNames = Qt::CaseSensitive;
    /// What nothing can run without here, by name.
    QStringList variables;
};

ChildPlatform childPlatform();

} // namespace pasarela
