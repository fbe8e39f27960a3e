// SPDX-License-Identifier: MIT
#include "gateway/base/platformpaths.h"
#include "gateway/base/runtimefolder.h"
#include "gateway/base/useraccount.h"

#include <QDir>

#include <unistd.h>

namespace pasarela {

namespace {

/// As the XDG Base Directory Specification has it; QStandardPaths would take "/" for a home that is not in the
/// environment.
QString genericLocation(const char *variable, const QString &home, const char *usual)
{
    const QString set = qEnvironmentVariable(variable);
    return QDir::isAbsolutePath(set) ? QDir::cleanPath(set) : home + QLatin1String(usual);
}

} // namespace

QString runtimeFolder(const QString &parent)
{
    const QString folder = QStringLiteral("%1/%2").arg(parent).arg(::geteuid());
    return isPrivateFolder(folder) ? folder : QString();
}

Result<UserFolders> userFolders()
{
    const Result<QString> known = knownUserHome();
    if (!known)
        return known.error();
    const QString &home = *known;
    const QString name = QStringLiteral("/pasarela");
    UserFolders folders;
    folders.config = genericLocation("XDG_CONFIG_HOME", home, "/.config") + name;
    folders.data = genericLocation("XDG_DATA_HOME", home, "/.local/share") + name;
    folders.shared = folders.data;
    const QString runtime = runtimeFolder();
    // Not below XDG_DATA_HOME: a client's environment may lack it, and both ends must find each other.
    folders.run = runtime.isEmpty() ? home + QStringLiteral("/.local/share/pasarela/run") : runtime + name;
    return folders;
}

} // namespace pasarela
