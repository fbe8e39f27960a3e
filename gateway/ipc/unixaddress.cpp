// SPDX-License-Identifier: MIT
#include "gateway/ipc/unixaddress.h"

#include <QFile>

#include <cstring>

#include <fcntl.h>

namespace pasarela {

Result<UnixAddress> UnixAddress::of(const QString &path)
{
    const QByteArray name = QFile::encodeName(path);
    UnixAddress address;
    if (name.isEmpty() || name.size() >= static_cast<qsizetype>(sizeof address.m_address.sun_path)) {
        return Error{
            Error::Code::InvalidInput,
            QStringLiteral("The path of the socket \"%1\" is empty or too long; choose a shorter folder.").arg(path)};
    }
    address.m_address.sun_family = AF_UNIX;
    std::memcpy(address.m_address.sun_path, name.constData(), static_cast<size_t>(name.size()));
    return address;
}

int openUnixSocket()
{
    const int socket = ::socket(AF_UNIX, SOCK_STREAM, 0);
    if (socket >= 0)
        ::fcntl(socket, F_SETFD, FD_CLOEXEC);
    return socket;
}

} // namespace pasarela
