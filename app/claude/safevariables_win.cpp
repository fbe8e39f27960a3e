// SPDX-License-Identifier: MIT
#include "app/claude/migrationplan.h"

namespace pasarela {

// PATH, SYSTEMROOT and TEMP are there always (sessions.md 2).
QStringList claudeSafeVariables()
{
    return {QStringLiteral("APPDATA"),
            QStringLiteral("HOMEDRIVE"),
            QStringLiteral("HOMEPATH"),
            QStringLiteral("LOCALAPPDATA"),
            QStringLiteral("PROCESSOR_ARCHITECTURE"),
            QStringLiteral("PROGRAMFILES"),
            QStringLiteral("SYSTEMDRIVE"),
            QStringLiteral("USERNAME"),
            QStringLiteral("USERPROFILE")};
}

} // namespace pasarela
