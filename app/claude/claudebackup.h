// SPDX-License-Identifier: MIT
#pragma once

#include "gateway/base/ids.h"
#include "gateway/base/paths.h"
#include "gateway/base/result.h"

#include <QByteArray>
#include <QDateTime>
#include <QMap>
#include <QString>

#include <optional>
#include <vector>

namespace pasarela {

/// One change of Claude's settings, and all that is needed to take it back (spec/claude-config.md 5 and 10). Kept outside
/// Claude's folder, mode 0600; the ten newest of each file.
struct ClaudeBackup {
    QString file;                          ///< The settings file, as it was named.
    bool existed = true;                   ///< False: there was no file.
    QByteArray original;                   ///< Its bytes.
    QByteArray writtenHash;                ///< contentHash() of what was written.
    QDateTime time;
    QMap<QString, QString> moved;          ///< Entry → enclave.
    QStringList addedEnclaves;             ///< Those of them that this change added.
    QString folder;                        ///< Where this backup lies; set by read and write.
};

/// Stores a backup and reads it back. The bytes lie apart from the manifest, byte for byte.
Result<ClaudeBackup> writeBackup(const Paths &paths, ClaudeBackup backup);
/// The newest backup of this file that was not taken back yet.
Result<ClaudeBackup> newestBackup(const Paths &paths, const QString &file);
/// Marks it as taken back: it stays, but newestBackup() passes it over.
Result<void> markUndone(const ClaudeBackup &backup);

} // namespace pasarela
