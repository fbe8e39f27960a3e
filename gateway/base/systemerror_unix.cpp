// SPDX-License-Identifier: MIT
#include "gateway/base/systemerror.h"

#include <cerrno>
#include <system_error>

namespace pasarela {

namespace {

Error::Code codeOf(int code)
{
    switch (code) {
    case ENOENT:
    case ENOTDIR:
        return Error::Code::NotFound;
    case EEXIST:
        return Error::Code::AlreadyExists;
    case EACCES:
    case EPERM:
    case EROFS:
        return Error::Code::PermissionDenied;
    case EPIPE:
    case ECONNRESET:
        return Error::Code::Closed;
    case EMFILE:
    case ENFILE:
    case ENOMEM:
    case EAGAIN:
        return Error::Code::Unavailable;
    case ETIMEDOUT:
        return Error::Code::Timeout;
    case ENAMETOOLONG:
    case EINVAL:
    case ELOOP:
        return Error::Code::InvalidInput;
    default:
        return Error::Code::Io;
    }
}

} // namespace

Error systemError(const QString &what, int code)
{
    const QString why = QString::fromStdString(std::system_category().message(code));
    if (code == ENOSPC || code == EDQUOT)
        return {Error::Code::Io, QStringLiteral("%1: the disk is full (%2). Make room and try again.").arg(what, why)};
    return {codeOf(code), QStringLiteral("%1: %2.").arg(what, why)};
}

} // namespace pasarela
