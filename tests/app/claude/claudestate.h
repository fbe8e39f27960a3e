// SPDX-License-Identifier: MIT
#pragma once

#include "gateway/base/paths.h"
#include "gateway/config/configedit.h"

#include <QDir>
#include <QStringList>

// What --connect leaves in a home, as its tests look at it.
namespace pasarela::test {

/// For what a test stands on: ends the program where it is an error.
template<typename R> void must(const R &result)
{
    if (!result)
        qFatal("%s", qPrintable(result.error().detail));
}

/// "name" for an enclave that is on, "-name" for one that is off.
inline QStringList enclavesIn(const Paths &paths)
{
    const auto snapshot = ConfigEdit(paths).read().value();
    QStringList names;
    for (auto it = snapshot.config.enclaves.cbegin(); it != snapshot.config.enclaves.cend(); ++it)
        names.append((it->enabled ? QString() : QStringLiteral("-")) + it.key().text());
    return names;
}

/// The folders of the backups.
inline QStringList backupsIn(const Paths &paths)
{
    return QDir(paths.backupDir()).entryList(QDir::Dirs | QDir::NoDotAndDotDot);
}

} // namespace pasarela::test
