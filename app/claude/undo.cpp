// SPDX-License-Identifier: MIT
#include "app/claude/undo.h"

#include "app/claude/claudeconfig.h"
#include "app/claude/settingsfile.h"
#include "gateway/base/atomicfile.h"
#include "gateway/config/configedit.h"

#include <QDir>
#include <QFile>

#include <algorithm>

namespace pasarela {

Result<QByteArray> undoneBytes(const ClaudeBackup &backup, const QByteArray &now, const GatewayConfig &config)
{
    if (contentHash(now) == backup.writtenHash)
        return backup.existed ? backup.original : QByteArray();
    const auto present = readClaudeConfig(now);
    if (!present)
        return present.error();
    const auto before = backup.existed ? readClaudeConfig(backup.original) : Result<ClaudeConfig>(ClaudeConfig());
    if (!before)
        return before.error();
    std::vector<NamedEntry> back;
    for (const ClaudeEntry &entry : before->entries) {
        const auto moved = backup.moved.constFind(entry.name);
        const bool there = std::any_of(present->entries.begin(), present->entries.end(),
                                       [&entry](const ClaudeEntry &other) { return other.name == entry.name; });
        if (moved != backup.moved.cend() && !there && config.enclaves.contains(EnclaveId(*moved)))
            back.push_back({entry.name, entry.raw});
    }
    return withServers(now, {ownEntryName}, back);
}

Result<UndoOutcome> undoConnect(const Paths &paths, const QString &file)
{
    const auto backup = newestBackup(paths, file);
    if (!backup)
        return backup.error();
    ConfigEdit edit(paths);
    const auto config = edit.read();
    if (!config)
        return config.error();
    const auto now = readSettings(file);
    if (!now)
        return now.error();
    if (now->isNull())
        return Error{Error::Code::NotFound, QStringLiteral("%1 is not there any more; nothing was changed").arg(QDir::toNativeSeparators(file))};
    const auto bytes = undoneBytes(*backup, *now, config->config);
    if (!bytes)
        return bytes.error();

    UndoOutcome outcome;
    outcome.exact = contentHash(*now) == backup->writtenHash;
    if (bytes->isNull()) {
        if (!QFile::remove(file))
            return Error{Error::Code::Io, QStringLiteral("%1 cannot be removed").arg(QDir::toNativeSeparators(file))};
    } else if (auto written = writeSettings(file, *now, *bytes); !written) {
        return written.error();
    }
    for (const QString &name : backup->addedEnclaves) {
        const auto removed = edit.removeEnclave(EnclaveId(name));
        if (removed)
            outcome.removed.append(name);
        else if (removed.error().code != Error::Code::NotFound)
            return removed.error();
    }
    if (auto marked = markUndone(*backup); !marked)
        return marked.error();
    return outcome;
}

} // namespace pasarela
