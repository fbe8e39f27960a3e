// SPDX-License-Identifier: MIT
// Written from the manual pages; not yet compiled on a Mac.
#include "gateway/base/platformpaths.h"
#include "gateway/base/runtimefolder.h"
#include "gateway/base/useraccount.h"

#include <QDir>
#include <QFile>

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
    const Result<QString> known = knownUserHome();
    if (!known)
        return known.error();
    const QString &home = *known;
    UserFolders folders;
    folders.config = home + QStringLiteral("/Library/Preferences/pasarela");
    folders.data = home + QStringLiteral("/Library/Application Support/pasarela");
    folders.shared = folders.data;
    folders.run = folders.data + QStringLiteral("/run"); // the temporary folder is swept after three days without use
    return folders;
}

} // namespace pasarela
