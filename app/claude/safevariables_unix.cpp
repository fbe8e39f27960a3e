// SPDX-License-Identifier: MIT
#include "app/claude/migrationplan.h"

namespace pasarela {

// PATH is there always (sessions.md 2).
QStringList claudeSafeVariables()
{
    return {QStringLiteral("HOME"), QStringLiteral("LOGNAME"), QStringLiteral("SHELL"), QStringLiteral("TERM"),
            QStringLiteral("USER")};
}

} // namespace pasarela
