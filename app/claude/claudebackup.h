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

/// One change of Claude's settings, and all that is needed to take it back (spec/claude-config.md 5 and 10). Kept
/// outside Claude's folder, mode 0600; the ten newest of each file. It is made before anything is changed, and is
/// *unfinished* until everything is: so the next run can tell what one that was ended in the middle has left
/// (unfinished.h).
struct ClaudeBackup {
    QString file; ///< The settings file, as it was named.
    bool existed = true; ///< False: there was no file.
    QByteArray original; ///< Its bytes.
    QByteArray writtenHash; ///< contentHash() of what was written.
    QDateTime time;
    QMap<QString, QString> moved; ///< Entry → enclave.
    QStringList addedEnclaves; ///< Those of them that this change added.
    QString folder; ///< Where this backup lies; set by read and write.
};

/// Stores a backup, unfinished, and reads it back. The bytes lie apart from the manifest, byte for byte. Nothing is
/// left where it fails.
Result<ClaudeBackup> writeBackup(const Paths &paths, ClaudeBackup backup);
/// The change is complete; beyond the ten newest, old ones go.
Result<void> markFinished(const Paths &paths, const ClaudeBackup &backup);
/// Removes one that was never put to use.
void discardBackup(const ClaudeBackup &backup);
/// All unfinished ones, of whatever file, the oldest first. Folders that never became a backup are removed.
Result<std::vector<ClaudeBackup>> unfinishedBackups(const Paths &paths);
/// Whether there is an unfinished one. Looks only.
bool hasUnfinishedBackup(const Paths &paths);

/// The newest backup of this file that is finished and was not taken back yet.
Result<ClaudeBackup> newestBackup(const Paths &paths, const QString &file);
/// Marks it as taken back: it stays, but newestBackup() passes it over.
Result<void> markUndone(const ClaudeBackup &backup);

} // namespace pasarela
