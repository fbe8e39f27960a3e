// SPDX-License-Identifier: MIT
#include "app/claude/claudelocations.h"

#include <QDir>

#include <windows.h>

namespace pasarela {

namespace {

/// No package of the family is installed where GetPackagesByPackageFamily (appmodel.h) counts none. Asked for by name,
/// because mingw-w64 declares it nowhere.
bool isInstalled(const QString &family)
{
    using Function = LONG(WINAPI *)(PCWSTR, UINT32 *, PWSTR *, UINT32 *, WCHAR *);
    const auto packagesOf = reinterpret_cast<Function>(
        reinterpret_cast<void *>(::GetProcAddress(::GetModuleHandleW(L"kernel32.dll"), "GetPackagesByPackageFamily")));
    if (!packagesOf)
        return false;
    UINT32 count = 0;
    UINT32 length = 0;
    const LONG result = packagesOf(reinterpret_cast<PCWSTR>(family.utf16()), &count, nullptr, &length, nullptr);
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
