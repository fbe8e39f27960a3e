// SPDX-License-Identifier: MIT
#include "gateway/base/systemerror.h"

#include <array>

#include <windows.h>

namespace pasarela {

namespace {

Error::Code codeOf(DWORD code)
{
    switch (code) {
    case ERROR_FILE_NOT_FOUND:
    case ERROR_PATH_NOT_FOUND:
    case ERROR_INVALID_DRIVE:
    case ERROR_BAD_NETPATH:
    case ERROR_BAD_NET_NAME:
        return Error::Code::NotFound;
    case ERROR_FILE_EXISTS:
    case ERROR_ALREADY_EXISTS:
        return Error::Code::AlreadyExists;
    case ERROR_ACCESS_DENIED:
    case ERROR_WRITE_PROTECT:
    case ERROR_PRIVILEGE_NOT_HELD:
    case ERROR_INVALID_OWNER:
        return Error::Code::PermissionDenied;
    case ERROR_BROKEN_PIPE:
    case ERROR_NO_DATA:
    case ERROR_PIPE_NOT_CONNECTED:
        return Error::Code::Closed;
    case ERROR_SHARING_VIOLATION:
    case ERROR_LOCK_VIOLATION:
    case ERROR_PIPE_BUSY:
    case ERROR_TOO_MANY_OPEN_FILES:
    case ERROR_NOT_ENOUGH_MEMORY:
    case ERROR_OUTOFMEMORY:
    case ERROR_NO_SYSTEM_RESOURCES:
        return Error::Code::Unavailable;
    case ERROR_SEM_TIMEOUT:
    case WAIT_TIMEOUT:
        return Error::Code::Timeout;
    case ERROR_INVALID_NAME:
    case ERROR_BAD_PATHNAME:
    case ERROR_DIRECTORY:
    case ERROR_FILENAME_EXCED_RANGE:
    case ERROR_INVALID_PARAMETER:
        return Error::Code::InvalidInput;
    default:
        return Error::Code::Io;
    }
}

/// In English where Windows has it, else in the person's language; the number where it has no text.
QString textOf(DWORD code)
{
    std::array<wchar_t, 512> buffer;
    for (const DWORD language : {DWORD(MAKELANGID(LANG_ENGLISH, SUBLANG_ENGLISH_US)), DWORD(0)}) {
        const DWORD size =
            ::FormatMessageW(FORMAT_MESSAGE_FROM_SYSTEM | FORMAT_MESSAGE_IGNORE_INSERTS | FORMAT_MESSAGE_MAX_WIDTH_MASK,
                             nullptr, code, language, buffer.data(), DWORD(buffer.size()), nullptr);
        QString text = QString::fromWCharArray(buffer.data(), static_cast<qsizetype>(size)).trimmed();
        while (text.endsWith(QLatin1Char('.')))
            text.chop(1);
        if (!text.isEmpty())
            return text;
    }
    return QStringLiteral("Windows error %1").arg(code);
}

} // namespace

Error systemError(const QString &what, int code)
{
    const auto number = static_cast<DWORD>(code);
    const QString why = textOf(number);
    if (number == ERROR_DISK_FULL || number == ERROR_HANDLE_DISK_FULL)
        return {Error::Code::Io, QStringLiteral("%1: the disk is full (%2). Make room and try again.").arg(what, why)};
    return {codeOf(number), QStringLiteral("%1: %2.").arg(what, why)};
}

} // namespace pasarela
