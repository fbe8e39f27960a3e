// SPDX-License-Identifier: MIT
#include "gateway/launch/gatewaylauncher.h"

#include "gateway/base/winhandle.h"
#include "gateway/launch/uservariables.h"

#include <array>

#include <userenv.h>

namespace pasarela {

namespace {

/// What a program started from the desktop has, made anew from the registry; empty where Windows does not tell.
QProcessEnvironment freshEnvironment()
{
    HANDLE opened = nullptr;
    if (!::OpenProcessToken(::GetCurrentProcess(), TOKEN_QUERY | TOKEN_DUPLICATE | TOKEN_IMPERSONATE, &opened))
        return {};
    const WinHandle token(opened);
    void *block = nullptr;
    if (!::CreateEnvironmentBlock(&block, token.get(), FALSE))
        return {};
    QProcessEnvironment environment;
    for (const auto *entry = static_cast<const wchar_t *>(block); *entry;) {
        const QString line = QString::fromWCharArray(entry);
        const qsizetype equals = line.indexOf(QLatin1Char('='), 1); // "=C:" is a name, too
        if (equals > 0)
            environment.insert(line.left(equals), line.mid(equals + 1));
        entry += line.size() + 1;
    }
    ::DestroyEnvironmentBlock(block);
    return environment;
}

/// What no program of Windows can do without.
constexpr std::array essential{
    "SystemRoot",
    "SystemDrive",
    "windir",
    "ComSpec",
    "PATHEXT",
    "TEMP",
    "TMP",
    "USERPROFILE",
    "USERNAME",
    "APPDATA",
    "LOCALAPPDATA",
    "ProgramData",
    "ProgramFiles",
    "ProgramFiles(x86)",
    "ProgramW6432",
    "PUBLIC",
    "HOMEDRIVE",
    "HOMEPATH",
    "NUMBER_OF_PROCESSORS",
    "PROCESSOR_ARCHITECTURE",
};

} // namespace

QProcessEnvironment desktopEnvironment(const QProcessEnvironment &from)
{
    QProcessEnvironment environment = freshEnvironment();
    for (const char *name : essential) {
        const QString key = QString::fromLatin1(name);
        if (!environment.contains(key) && from.contains(key))
            environment.insert(key, from.value(key));
    }
    const QStringList names = from.keys();
    for (const QString &name : names) {
        if (isUserVariable(name.toUpper()) && !from.value(name).isEmpty()) // "Path" is PATH here
            environment.insert(name, from.value(name));
    }
    return environment;
}

} // namespace pasarela
