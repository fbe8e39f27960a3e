// SPDX-License-Identifier: MIT
#pragma once

#include "app/claude/claudebackup.h"
#include "gateway/base/paths.h"
#include "gateway/base/result.h"

#include <QByteArray>
#include <QStringList>

#include <memory>

class QLockFile;

namespace pasarela {

// A run that was ended in the middle: killed, power lost, disk full. Its backup is unfinished, and the settings
// themselves tell how far it came, as they are replaced in one step:
//
//   backup made → enclaves stored, off → settings replaced → enclaves on → finished
//   └────────── taken back ──────────┘   └──────── completed ────────┘

/// Only one run at a time, and only under this lock the rest below. Unavailable while another one works.
Result<std::unique_ptr<QLockFile>> lockConnecting(const Paths &paths);

/// Whether the settings, as they are now, hold what this run was to write. The app may have written them again since:
/// where one of the entries that were to move is not there, it did, so that none is ever lost. InvalidInput where they
/// cannot be read.
Result<bool> tookEffect(const ClaudeBackup &backup, const QByteArray &now);

/// Turns on what the run moved, and marks it finished.
Result<void> completeRun(const Paths &paths, const ClaudeBackup &backup);
/// Removes the enclaves this run added, as long as they are off, and its backup; for one that did not take effect.
Result<void> takeBackRun(const Paths &paths, const ClaudeBackup &backup);

/// Completes or takes back every unfinished run, and removes its temporary files. Gives a line for people about each.
/// An error leaves the rest for the next time.
Result<QStringList> settleUnfinished(const Paths &paths);

} // namespace pasarela
