// SPDX-License-Identifier: MIT
#include "gateway/base/platformpaths.h"
#include "gateway/base/runtimefolder.h"

#include <QDir>
#include <QStandardPaths>

#include <unistd.h>

namespace pasarela {

QString runtimeFolder(const QString &parent)
{
    const QString folder = QStringLiteral("%1/%2").arg(parent).arg(::geteuid());
    return isPrivateFolder(folder) ? folder : QString();
}

Result<UserFolders> userFolders()
{
    if (!QDir::isAbsolutePath(qEnvironmentVariable("HOME"))) {
        return Error{Error::Code::InvalidInput,
                     QStringLiteral(
                         "The environment has no HOME with an absolute path, so there is no place for files; set it.")};
    }
    const QString name = QStringLiteral("/pasarela");
    UserFolders folders;
    folders.config = QStandardPaths::writableLocation(QStandardPaths::GenericConfigLocation) + name;
    folders.data = QStandardPaths::writableLocation(QStandardPaths::GenericDataLocation) + name;
    folders.shared = folders.data;
    const QString runtime = runtimeFolder();
    // Not below XDG_DATA_HOME: a client's environment may lack it, and both ends must find each other.
    folders.run = runtime.isEmpty() ? QDir::homePath() + QStringLiteral("/.local/share/pasarela/run") : runtime + name;
    return folders;
}

} // namespace pasarela
