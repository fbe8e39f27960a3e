// SPDX-License-Identifier: MIT
#include "app/claude/undo.h"

#include "app/claude/claudeconfig.h"
#include "app/claude/settingsfile.h"
#include "gateway/base/atomicfile.h"
#include "gateway/config/configedit.h"

#include <QDir>

#include <algorithm>

namespace pasarela {

namespace {

const ClaudeEntry *entryNamed(const ClaudeConfig &config, const QString &name)
{
    const auto found = std::find_if(config.entries.begin(), config.entries.end(),
                                    [&name](const ClaudeEntry &entry) { return entry.name == name; });
    return found == config.entries.end() ? nullptr : &*found;
}

/// Entries of before that are to stand there again.
std::vector<NamedEntry> entriesToPutBack(const ClaudeBackup &backup, const ClaudeConfig &before,
                                         const ClaudeConfig &present, const GatewayConfig &config)
{
    std::vector<NamedEntry> back;
    for (const ClaudeEntry &entry : before.entries) {
        const ClaudeEntry *now = entryNamed(present, entry.name);
        const bool nameIsFree = !now || isOwnEntry(*now);
        const auto moved = backup.moved.constFind(entry.name);
        const bool gaveWay = moved != backup.moved.cend() && config.enclaves.contains(EnclaveId(*moved));
        const bool ownOfBefore = isOwnEntry(entry) && now; // an earlier change, which is not taken back
        if (nameIsFree && (gaveWay || ownOfBefore))
            back.push_back({entry.name, entry.raw});
    }
    return back;
}

} // namespace

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
    const std::vector<NamedEntry> back = entriesToPutBack(backup, *before, *present, config);
    const bool takesOwnPlace =
        std::any_of(back.begin(), back.end(), [](const NamedEntry &e) { return e.name == ownEntryName; });
    const ClaudeEntry *own = entryNamed(*present, ownEntryName);
    const bool ownGoes = own && isOwnEntry(*own) && !takesOwnPlace;
    return withServers(now, ownGoes ? QStringList{ownEntryName} : QStringList(), back);
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
    if (now->isNull() && backup->existed)
        return Error{Error::Code::NotFound,
                     QStringLiteral("%1 is not there any more; nothing was changed. Its old bytes are in %2")
                         .arg(QDir::toNativeSeparators(file), QDir::toNativeSeparators(backup->folder))};
    // Gone and not there before either: an undo that ended in the middle came this far.
    const auto bytes = now->isNull() ? Result<QByteArray>(QByteArray()) : undoneBytes(*backup, *now, config->config);
    if (!bytes)
        return Error{bytes.error().code,
                     QStringLiteral("%1, %2. The file stays as it is; correct it first")
                         .arg(QDir::toNativeSeparators(file), withoutFullStop(bytes.error().detail))};

    UndoOutcome outcome;
    outcome.exact = backup->existed ? *bytes == backup->original : bytes->isNull();
    if (bytes->isNull() != now->isNull() || *bytes != *now) {
        if (auto written = writeSettings(file, *now, *bytes); !written)
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
