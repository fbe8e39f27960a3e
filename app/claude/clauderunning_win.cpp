// SPDX-License-Identifier: MIT
#include "app/claude/clauderunning.h"

#include <windows.h>

#include <tlhelp32.h>
#include <vector>

namespace pasarela {

namespace {

/// Empty: it is gone, or another person's, whose programs write to other settings.
QString programOf(DWORD processId)
{
    const HANDLE process = OpenProcess(PROCESS_QUERY_LIMITED_INFORMATION, FALSE, processId);
    if (!process)
        return {};
    std::vector<wchar_t> path(32768);
    auto length = static_cast<DWORD>(path.size());
    const bool known = QueryFullProcessImageNameW(process, 0, path.data(), &length);
    CloseHandle(process);
    return known ? QString::fromWCharArray(path.data(), static_cast<qsizetype>(length)) : QString();
}

} // namespace

bool isClaudeRunning()
{
    const HANDLE snapshot = CreateToolhelp32Snapshot(TH32CS_SNAPPROCESS, 0);
    if (snapshot == INVALID_HANDLE_VALUE)
        return false;
    PROCESSENTRY32W entry{};
    entry.dwSize = sizeof entry;
    bool found = false;
    for (BOOL more = Process32FirstW(snapshot, &entry); more && !found; more = Process32NextW(snapshot, &entry)) {
        const QString name = QString::fromWCharArray(entry.szExeFile);
        found = name.compare(QLatin1String("claude.exe"), Qt::CaseInsensitive) == 0
            && isClaudeDesktopOnWindows(programOf(entry.th32ProcessID));
    }
    CloseHandle(snapshot);
    return found;
}

} // namespace pasarela
