// SPDX-License-Identifier: MIT
#include "app/claude/clauderunning.h"

#include <QString>

#include <windows.h>

#include <tlhelp32.h>

namespace pasarela {

bool isClaudeRunning()
{
    const HANDLE snapshot = CreateToolhelp32Snapshot(TH32CS_SNAPPROCESS, 0);
    if (snapshot == INVALID_HANDLE_VALUE)
        return false;
    PROCESSENTRY32W entry{};
    entry.dwSize = sizeof entry;
    bool found = false;
    for (BOOL more = Process32FirstW(snapshot, &entry); more && !found; more = Process32NextW(snapshot, &entry))
        found = QString::fromWCharArray(entry.szExeFile).compare(QLatin1String("claude.exe"), Qt::CaseInsensitive) == 0;
    CloseHandle(snapshot);
    return found;
}

} // namespace pasarela
