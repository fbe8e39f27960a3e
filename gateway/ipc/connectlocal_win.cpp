// SPDX-License-Identifier: MIT
#include "gateway/ipc/localserver.h"

#include "gateway/base/systemerror.h"
#include "gateway/base/winaccess.h"
#include "gateway/base/winhandle.h"
#include "gateway/ipc/winpipe.h"

#include <QDeadlineTimer>

#include <algorithm>

namespace pasarela {

using namespace std::chrono_literals;

namespace {

constexpr auto lookInterval = 50ms; ///< Whether a busy server still listens.

const wchar_t *wide(const QString &text)
{
    return reinterpret_cast<const wchar_t *>(text.utf16());
}

Error nobodyListens(const QString &name)
{
    return {Error::Code::NotFound, QStringLiteral("Nobody listens on \"%1\".").arg(name)};
}

Error foreignServer(const QString &name, const QString &user)
{
    return {Error::Code::PermissionDenied,
            QStringLiteral("On \"%1\" listens a program of the user %2, not yours; nothing was sent to it.")
                .arg(name, user)};
}

/// Asks without connecting.
bool isListenedOn(const QString &name)
{
    return ::WaitNamedPipeW(wide(listeningMark(name)), 1) || ::GetLastError() != ERROR_FILE_NOT_FOUND;
}

/// The server may find out who we are, but not act in our name (SECURITY_IDENTIFICATION).
WinHandle open(const QString &name)
{
    return WinHandle(::CreateFileW(wide(name), GENERIC_READ | GENERIC_WRITE, 0, nullptr, OPEN_EXISTING,
                                   FILE_FLAG_OVERLAPPED | SECURITY_SQOS_PRESENT | SECURITY_IDENTIFICATION, nullptr));
}

Result<WinHandle> openWithin(const QString &name, const QDeadlineTimer &deadline)
{
    for (;;) {
        WinHandle pipe = open(name);
        if (pipe.isValid())
            return pipe;
        const DWORD failure = ::GetLastError();
        if (failure == ERROR_FILE_NOT_FOUND || (failure == ERROR_PIPE_BUSY && !isListenedOn(name)))
            return nobodyListens(name);
        if (failure == ERROR_ACCESS_DENIED)
            return foreignServer(name, QStringLiteral("?"));
        if (failure != ERROR_PIPE_BUSY)
            return systemError(QStringLiteral("Connecting to \"%1\" failed").arg(name), static_cast<int>(failure));
        if (deadline.hasExpired()) {
            return Error{Error::Code::Timeout,
                         QStringLiteral("The server on \"%1\" takes no connection; it may be hung.").arg(name)};
        }
        const qint64 patience = std::clamp<qint64>(deadline.remainingTime(), 1, lookInterval.count());
        ::WaitNamedPipeW(wide(name), static_cast<DWORD>(patience));
    }
}

} // namespace

Result<std::unique_ptr<ByteStream>> connectLocal(const QString &name, std::chrono::milliseconds timeout)
{
    Result<WinHandle> pipe = openWithin(name, QDeadlineTimer(timeout));
    if (!pipe)
        return pipe.error();
    ULONG server = 0;
    const bool isKnown = ::GetNamedPipeServerProcessId(pipe->get(), &server);
    const WinSid user = isKnown ? WinSid::ofProcess(server) : WinSid();
    if (!(user == WinSid::ofThisUser()))
        return foreignServer(name, user.isValid() ? user.accountName() : QStringLiteral("?"));
    const auto handle = reinterpret_cast<NativeHandle>(pipe->release());
    return makeByteStream(handle, handle);
}

} // namespace pasarela
