// SPDX-License-Identifier: MIT
#pragma once

#include "gateway/base/result.h"

#include <QString>

namespace pasarela {

// What Paths asks the platform.

struct UserFolders {
    QString config;
    QString data;
    QString shared; ///< See Paths.
    QString run;
};

/// Where things lie without a home of one's own.
Result<UserFolders> userFolders();

/// Where `which` ("mcp", "control") is listened on: `<run>/<which>.sock`, or a hash-named socket in a private folder
/// where that is too long for sockaddr_un; Windows: the name of a pipe. `home` is empty for the default places.
QString localSocketName(const QString &run, const QString &home, const QString &which);

/// A local folder that belongs to this user and that others may not write.
Result<void> checkOwnFolder(const QString &path);

/// The first 16 hexadecimal digits of SHA-256.
QString shortHash(const QString &text);

} // namespace pasarela
