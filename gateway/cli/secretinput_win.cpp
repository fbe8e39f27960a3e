// SPDX-License-Identifier: MIT
#include "gateway/base/systemerror.h"
#include "gateway/cli/secretinput.h"

#include <cstdio>

#include <windows.h>

namespace pasarela {

namespace {

constexpr qsizetype longestLine = 32 * 1024; ///< UTF-16 units

} // namespace

bool isTerminalInput()
{
    DWORD mode = 0;
    return ::GetConsoleMode(::GetStdHandle(STD_INPUT_HANDLE), &mode) != 0;
}

Result<Secret> readHiddenLine(const QString &prompt)
{
    const HANDLE console = ::GetStdHandle(STD_INPUT_HANDLE);
    DWORD mode = 0;
    if (!::GetConsoleMode(console, &mode) || !::SetConsoleMode(console, mode & ~static_cast<DWORD>(ENABLE_ECHO_INPUT)))
        return systemError(QStringLiteral("The console cannot be kept from showing what is typed"),
                           static_cast<int>(::GetLastError()));
    std::fputs(prompt.toLocal8Bit().constData(), stderr);
    std::fflush(stderr);
    QString line(longestLine, u'\0');
    DWORD count = 0;
    const BOOL read = ::ReadConsoleW(console, line.data(), static_cast<DWORD>(longestLine), &count, nullptr);
    ::SetConsoleMode(console, mode);
    std::fputs("\n", stderr);
    Secret secret(read ? QStringView(line).first(static_cast<qsizetype>(count)).toUtf8() : QByteArray());
    line.fill(u'\0');
    return secret;
}

} // namespace pasarela
