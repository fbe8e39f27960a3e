// SPDX-License-Identifier: MIT
#pragma once

#include <QString>

namespace pasarela {

/// The user's folder for sockets, as the login service made it: `/run/user/<uid>` where it is a folder, ours and 0700,
/// else empty. The environment is not asked: a client may have taken XDG_RUNTIME_DIR away, and both ends must find each
/// other. macOS: the user's own temporary folder (confstr(3)).
QString runtimeFolder(const QString &parent = QStringLiteral("/run/user"));

/// Whether `path` is a folder, no link, ours, and closed to everybody else.
bool isPrivateFolder(const QString &path);

} // namespace pasarela
