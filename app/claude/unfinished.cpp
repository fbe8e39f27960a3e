// SPDX-License-Identifier: MIT
#include "app/claude/unfinished.h"

#include "app/claude/claudeconfig.h"
#include "app/claude/settingsfile.h"
#include "gateway/base/atomicfile.h"
#include "gateway/base/jsontext.h"
#include "gateway/config/configedit.h"

#include <QDir>
#include <QLockFile>

#include <algorithm>

namespace pasarela {

namespace {

const QString enclavesKey = QStringLiteral("enclaves");

Error withFile(const Error &error, const QString &file)
{
    return {
        error.code,
        QStringLiteral("an earlier run ended in the middle, and what it did to %1 cannot be told: %2. Correct that, "
                       "then run this again")
            .arg(QDir::toNativeSeparators(file), withoutFullStop(error.detail))};
}

} // namespace

Result<std::unique_ptr<QLockFile>> lockConnecting(const Paths &paths)
{
    auto lock = std::make_unique<QLockFile>(paths.dataDir() + QStringLiteral("/connect.lock"));
    lock->setStaleLockTime(0); // only the lock of a process that is gone is taken over
    if (lock->tryLock(0))
        return lock;
    if (lock->error() == QLockFile::LockFailedError)
        return Error{Error::Code::Unavailable,
                     QStringLiteral("another run of --connect is at work; wait until it has ended")};
    return Error{Error::Code::Io,
                 QStringLiteral("the lock \"%1\" cannot be made: see whether its folder may be written and the "
                                "disk has room")
                     .arg(QDir::toNativeSeparators(lock->fileName()))};
}

Result<bool> tookEffect(const ClaudeBackup &backup, const QByteArray &now)
{
    if (contentHash(now) == backup.writtenHash)
        return true;
    if (backup.existed ? now == backup.original && !now.isNull() : now.isNull())
        return false;
    const auto config = now.isNull() ? Result<ClaudeConfig>(ClaudeConfig()) : readClaudeConfig(now);
    if (!config)
        return config.error();
    const auto has = [&config](const auto &what) {
        return std::any_of(config->entries.begin(), config->entries.end(), what);
    };
    if (backup.moved.isEmpty())
        return has(isOwnEntry);
    const QStringList names = backup.moved.keys();
    return !std::all_of(names.begin(), names.end(), [&has](const QString &name) {
        return has([&name](const ClaudeEntry &entry) { return entry.name == name && !isOwnEntry(entry); });
    });
}

Result<void> completeRun(const Paths &paths, const ClaudeBackup &backup)
{
    // All in one write, so that there is no run of which one half is on.
    const auto turnOn = [&backup](const ConfigEdit::Snapshot &before) -> Result<QByteArray> {
        QByteArray bytes = before.bytes;
        for (const QString &name : backup.moved) {
            const auto enclave = before.config.enclaves.constFind(EnclaveId(name));
            if (enclave == before.config.enclaves.cend() || enclave->enabled)
                continue; // a person may have removed it since
            auto changed = withJsonMember(bytes, {enclavesKey, name, QStringLiteral("enabled")}, "true");
            if (!changed)
                return changed.error();
            bytes = std::move(*changed);
        }
        return bytes;
    };
    if (const auto turned = ConfigEdit(paths).change(turnOn); !turned)
        return turned.error();
    return markFinished(paths, backup);
}

Result<void> takeBackRun(const Paths &paths, const ClaudeBackup &backup)
{
    ConfigEdit edit(paths);
    const auto config = edit.read();
    if (!config)
        return config.error();
    for (const QString &name : backup.addedEnclaves) {
        const auto enclave = config->config.enclaves.constFind(EnclaveId(name));
        if (enclave == config->config.enclaves.cend() || enclave->enabled
            || enclave->origin != QLatin1String("claude-desktop"))
            continue; // not stored yet, or a person's by now
        const auto removed = edit.removeEnclave(EnclaveId(name));
        if (!removed && removed.error().code != Error::Code::NotFound)
            return removed.error();
    }
    discardBackup(backup);
    return {};
}

Result<QStringList> settleUnfinished(const Paths &paths)
{
    const auto unfinished = unfinishedBackups(paths);
    if (!unfinished)
        return unfinished.error();
    QStringList lines;
    for (const ClaudeBackup &backup : *unfinished) {
        removeLeftovers(backup.file);
        const auto now = readSettings(backup.file);
        if (!now)
            return withFile(now.error(), backup.file);
        const auto took = tookEffect(backup, *now);
        if (!took)
            return withFile(took.error(), backup.file);
        if (const auto settled = *took ? completeRun(paths, backup) : takeBackRun(paths, backup); !settled)
            return settled.error();
        lines.append(*took ? QStringLiteral("An earlier run that ended in the middle is completed.")
                           : QStringLiteral("An earlier run that ended in the middle is taken back."));
    }
    return lines;
}

} // namespace pasarela
