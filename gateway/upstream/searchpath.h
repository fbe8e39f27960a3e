// SPDX-License-Identifier: MIT
#pragma once

#include <QString>

namespace pasarela {

// The text of PATH, on Linux and macOS.

/// Whether it holds nothing but folders of the system: nothing that a person has installed.
bool looksBare(const QString &path);

/// `path` with the usual folders for installed programs that exist and are not in it.
QString withUsualFolders(const QString &path, const QString &home);

/// `path` with those folders of `more` that it lacks behind it; relative entries of either are left out.
QString joinedPaths(const QString &path, const QString &more);

} // namespace pasarela
