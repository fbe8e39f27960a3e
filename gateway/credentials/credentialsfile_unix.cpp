// SPDX-License-Identifier: MIT
#include "gateway/base/systemerror.h"
#include "gateway/credentials/credentialsfile.h"

#include <QFile>

#include <cerrno>

#include <sys/stat.h>
#include <unistd.h>

namespace pasarela {

Result<void> checkOnlyOursToRead(const QString &path)
{
    struct stat status = {};
    if (::stat(QFile::encodeName(path).constData(), &status) != 0)
        return systemError(QStringLiteral("The credentials file \"%1\" cannot be examined").arg(path), errno);
    if (status.st_uid != ::geteuid())
        return Error{Error::Code::PermissionDenied,
                     QStringLiteral("The credentials file \"%1\" is not used: it belongs to another user. Make one of "
                                    "your own.")
                         .arg(path)};
    if ((status.st_mode & 077) != 0)
        return Error{Error::Code::PermissionDenied,
                     QStringLiteral("The credentials file \"%1\" is not used: other users may read it. Close it with: "
                                    "chmod 600 \"%1\"")
                         .arg(path)};
    return {};
}

} // namespace pasarela
