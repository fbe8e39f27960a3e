// SPDX-License-Identifier: MIT
// Written from the manual pages; not yet compiled on a Mac.
#include "gateway/base/platformpaths.h"
#include "gateway/base/runtimefolder.h"

#include <QDir>
#include <QFile>
#include <QStandardPaths>

#include <array>
#include <climits>

#include <unistd.h>

namespace pasarela {

QString runtimeFolder(const QString &)
{
    std::array<char, PATH_MAX> buffer = {};
    const size_t size = ::confstr(_CS_DARWIN_USER_TEMP_DIR, buffer.data(), buffer.size());
    if (size == 0 || size > buffer.size())
        return {};
    const QString folder = QDir::cleanPath(QFile::decodeName(buffer.data()));
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
    folders.run = folders.data + QStringLiteral("/run"); // the temporary folder is swept after three days without use
    return folders;
}

} // namespace pasarela
