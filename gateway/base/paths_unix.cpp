// SPDX-License-Identifier: MIT
#include "gateway/base/paths.h"
#include "gateway/base/platformpaths.h"
#include "gateway/base/runtimefolder.h"
#include "gateway/base/systemerror.h"

#include <QDir>
#include <QFile>
#include <QFileInfo>

#include <cerrno>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

namespace pasarela {

namespace {

constexpr qsizetype longestSocketPath = 100; ///< sun_path has 108 bytes on Linux, 104 on macOS.

Error refused(const QString &path, const QString &why)
{
    return {Error::Code::PermissionDenied, QStringLiteral("\"%1\" is not used: %2.").arg(path, why)};
}

QString ownerText(uid_t owner)
{
    return QStringLiteral("it belongs to the user with the number %1; remove it or choose another place").arg(owner);
}

} // namespace

bool isPrivateFolder(const QString &path)
{
    struct stat status = {};
    return ::lstat(QFile::encodeName(path).constData(), &status) == 0 && S_ISDIR(status.st_mode)
        && status.st_uid == ::geteuid() && (status.st_mode & 077) == 0;
}

QString localSocketName(const QString &run, const QString &home, const QString &which)
{
    Q_UNUSED(home);
    const QString path = run + QLatin1Char('/') + which + QStringLiteral(".sock");
    if (QFile::encodeName(path).size() <= longestSocketPath)
        return path;
    const QString runtime = runtimeFolder();
    const QString folder =
        runtime.isEmpty() ? QStringLiteral("/tmp/pasarela-%1").arg(::geteuid()) : runtime + QStringLiteral("/pasarela");
    return folder + QLatin1Char('/') + shortHash(path) + QStringLiteral(".sock");
}

Result<void> checkOwnFolder(const QString &path)
{
    struct stat status = {};
    if (::stat(QFile::encodeName(path).constData(), &status) != 0)
        return systemError(QStringLiteral("\"%1\" cannot be used").arg(path), errno);
    if (!S_ISDIR(status.st_mode))
        return refused(path, QStringLiteral("it is no folder; give a folder"));
    if (status.st_uid != ::geteuid())
        return refused(path, ownerText(status.st_uid));
    if ((status.st_mode & S_IWOTH) != 0)
        return refused(path, QStringLiteral("everybody may write in it; take that right away (chmod o-w)"));
    return {};
}

Result<void> makePrivateDirectory(const QString &path)
{
    const QString clean = QDir::cleanPath(path);
    const QString parent = QFileInfo(clean).path();
    if (parent != clean && !QFileInfo::exists(parent)) {
        const Result<void> made = makePrivateDirectory(parent);
        if (!made)
            return made;
    }
    const QByteArray name = QFile::encodeName(clean);
    if (::mkdir(name.constData(), 0700) != 0 && errno != EEXIST)
        return systemError(QStringLiteral("The folder \"%1\" cannot be made").arg(clean), errno);
    const int folder = ::open(name.constData(), O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
    if (folder < 0) {
        const bool isOther = errno == ELOOP || errno == ENOTDIR;
        return isOther ? refused(clean, QStringLiteral("it is a link or no folder; remove it"))
                       : systemError(QStringLiteral("The folder \"%1\" cannot be opened").arg(clean), errno);
    }
    struct stat status = {};
    Result<void> result;
    if (::fstat(folder, &status) != 0)
        result = systemError(QStringLiteral("The folder \"%1\" cannot be examined").arg(clean), errno);
    else if (status.st_uid != ::geteuid())
        result = refused(clean, ownerText(status.st_uid));
    else if ((status.st_mode & 07777) != 0700 && ::fchmod(folder, 0700) != 0)
        result = systemError(QStringLiteral("The folder \"%1\" cannot be closed to others").arg(clean), errno);
    ::close(folder);
    return result;
}

} // namespace pasarela
