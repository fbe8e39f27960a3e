// SPDX-License-Identifier: MIT
#pragma once

#include "app/claude/claudebackup.h"
#include "gateway/base/paths.h"
#include "gateway/base/result.h"
#include "gateway/config/gatewayconfig.h"

#include <QByteArray>
#include <QString>
#include <QStringList>

namespace pasarela {

/// What Claude's settings become when a change is taken back: the original bytes where nothing else changed since; else
/// our entry taken out (or as it was before, where an earlier change stays) and the moved ones put back one by one, but
/// none that is there again, and none whose enclave was deleted meanwhile. Pure. Null bytes: the file goes, as it was
/// not there before.
Result<QByteArray> undoneBytes(const ClaudeBackup &backup, const QByteArray &now, const GatewayConfig &config);

struct UndoOutcome {
    bool exact = false; ///< The original bytes.
    QStringList removed; ///< Enclaves that were taken out again.
};

/// Takes back the newest change of this file, Claude's settings first, then what was added here.
Result<UndoOutcome> undoConnect(const Paths &paths, const QString &file);

} // namespace pasarela
