// SPDX-License-Identifier: MIT
#include "app/claude/clauderunning.h"

#include <QStringList>

namespace pasarela {

bool isClaudeDesktopOnWindows(const QString &program)
{
    const QStringList parts = QString(program).replace(u'\\', u'/').toLower().split(u'/');
    if (parts.constLast() != QLatin1String("claude.exe"))
        return false;
    for (qsizetype i = 0; i + 1 < parts.size(); ++i) {
        const bool installed = parts.at(i) == QLatin1String("anthropicclaude");
        const bool packaged = i > 0 && parts.at(i - 1) == QLatin1String("windowsapps")
            && parts.at(i).startsWith(QLatin1String("claude_"));
        if (installed || packaged)
            return true;
    }
    return false;
}

} // namespace pasarela
