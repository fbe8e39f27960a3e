// SPDX-License-Identifier: MIT
#pragma once

#include <QStringList>

namespace pasarela {

/// `pasarela --connect APP …`: what the wizard does, without a window. `arguments` without the program's name. Exit
/// codes: 0 done or nothing to do, 1 refused with one sentence on stderr, 2 wrong usage. Needs a QCoreApplication whose
/// loop does not run.
int runConnect(const QStringList &arguments);

} // namespace pasarela
