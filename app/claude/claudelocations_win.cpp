// SPDX-License-Identifier: MIT
#include "app/claude/claudelocations.h"

#include <QDir>

#include <windows.h>

#include <appmodel.h>

namespace pasarela {

namespace {

/// GetPackagesByPackageFamily: Windows 8 and later; no package of the family is installed where it counts none.
bool isInstalled(const QString &family)
{
    UINT32 count = 0;
    UINT32 length = 0;
    const LONG result =
        GetPackagesByPackageFamily(reinterpret_cast<PCWSTR>(family.utf16()), &count, nullptr, &length, nullptr);
    return (result == ERROR_SUCCESS || result == ERROR_INSUFFICIENT_BUFFER) && count > 0;
}

} // namespace

std::vector<ClaudeCandidate> findClaude()
{
    const QString localAppData = QDir::fromNativeSeparators(qEnvironmentVariable("LOCALAPPDATA"));
    const QStringList packages = QDir(localAppData + QStringLiteral("/Packages"))
                                     .entryList({QStringLiteral("Claude_*")}, QDir::Dirs | QDir::NoDotAndDotDot);
    QStringList installed;
    for (const QString &family : packages) {
        if (isInstalled(family))
            installed.append(family);
    }
    return claudeOnWindows(QDir::fromNativeSeparators(qEnvironmentVariable("APPDATA")), localAppData, packages,
                           installed);
}

} // namespace pasarela
