// SPDX-License-Identifier: MIT
#include "gateway/ipc/localserver.h"

#include "gateway/base/socketpeer.h"
#include "gateway/base/systemerror.h"
#include "gateway/base/useraccount.h"
#include "gateway/ipc/unixaddress.h"

#include <cerrno>

#include <sys/time.h>
#include <unistd.h>

namespace pasarela {

namespace {

QString userName(uid_t user)
{
    const QString name = userAccount(user).name;
    return name.isEmpty() ? QString::number(user) : name;
}

Error connectError(const QString &name, int code)
{
    if (code == ENOENT || code == ENOTDIR || code == ECONNREFUSED)
        return {Error::Code::NotFound, QStringLiteral("Nobody listens on \"%1\".").arg(name)};
    if (code == EAGAIN || code == EINPROGRESS) {
        return {Error::Code::Timeout,
                QStringLiteral("The server on \"%1\" takes no connection; it may be hung.").arg(name)};
    }
    return systemError(QStringLiteral("Connecting to \"%1\" failed").arg(name), code);
}

/// connect(2) that a signal does not end. A blocking one, because a full queue of a Unix socket cannot be polled for;
/// the send time-out limits it (unix(7), socket(7)).
int connectWithin(int socket, const UnixAddress &address, std::chrono::milliseconds timeout)
{
    const auto seconds = std::chrono::duration_cast<std::chrono::seconds>(timeout);
    struct timeval limit = {};
    limit.tv_sec = static_cast<decltype(limit.tv_sec)>(seconds.count());
    limit.tv_usec = static_cast<decltype(limit.tv_usec)>(std::chrono::microseconds(timeout - seconds).count());
    if (limit.tv_sec <= 0 && limit.tv_usec <= 0)
        limit.tv_usec = 1; // 0 would mean for ever
    ::setsockopt(socket, SOL_SOCKET, SO_SNDTIMEO, &limit, sizeof limit);
    while (::connect(socket, address.get(), address.size()) != 0) {
        if (errno != EINTR)
            return errno;
    }
    return 0;
}

} // namespace

Result<std::unique_ptr<ByteStream>> connectLocal(const QString &name, std::chrono::milliseconds timeout)
{
    const Result<UnixAddress> address = UnixAddress::of(name);
    if (!address)
        return address.error();
    const int socket = openUnixSocket();
    if (socket < 0)
        return systemError(QStringLiteral("A socket cannot be opened"), errno);
    const int failure = connectWithin(socket, *address, timeout);
    const SocketPeer peer = failure ? SocketPeer() : socketPeer(socket);
    if (!failure && peer.userId == ::geteuid())
        return makeByteStream(socket, socket);
    ::close(socket);
    if (failure)
        return connectError(name, failure);
    return Error{Error::Code::PermissionDenied,
                 QStringLiteral("On \"%1\" listens a program of the user %2, not yours; nothing was sent to it.")
                     .arg(name, peer.userId ? userName(*peer.userId) : QStringLiteral("?"))};
}

} // namespace pasarela
