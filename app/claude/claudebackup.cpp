// SPDX-License-Identifier: MIT
#include "app/claude/claudebackup.h"

#include "gateway/base/atomicfile.h"

#include <nlohmann/json.hpp>

#include <QDir>
#include <QFileInfo>

#include <algorithm>

namespace pasarela {

using Json = nlohmann::ordered_json;

namespace {

constexpr int kept = 10;
const QString manifestName = QStringLiteral("manifest.json");
const QString bytesName = QStringLiteral("claude_desktop_config.json");
const QString undoneName = QStringLiteral("undone");

QString keyOf(const QString &file)
{
    return QString::fromLatin1(contentHash(file.toUtf8()).left(12));
}

/// Folders of this file's backups, the newest first.
QStringList foldersOf(const Paths &paths, const QString &file)
{
    const QStringList names = QDir(paths.backupDir()).entryList({QStringLiteral("claude-%1-*").arg(keyOf(file))}, QDir::Dirs, QDir::Name);
    QStringList folders;
    for (const QString &name : names)
        folders.prepend(paths.backupDir() + u'/' + name);
    return folders;
}

Json toJson(const ClaudeBackup &backup)
{
    Json moved = Json::object();
    for (auto it = backup.moved.cbegin(); it != backup.moved.cend(); ++it)
        moved[it.key().toStdString()] = it->toStdString();
    Json added = Json::array();
    for (const QString &name : backup.addedEnclaves)
        added.push_back(name.toStdString());
    return {{"app", "claude-desktop"}, {"file", backup.file.toStdString()}, {"existed", backup.existed},
            {"originalHash", contentHash(backup.original).toStdString()}, {"writtenHash", backup.writtenHash.toStdString()},
            {"time", backup.time.toString(Qt::ISODate).toStdString()}, {"moved", moved}, {"addedEnclaves", added}};
}

Result<ClaudeBackup> readBackup(const QString &folder)
{
    const auto manifest = readWholeFile(folder + u'/' + manifestName);
    const auto bytes = readWholeFile(folder + u'/' + bytesName);
    if (!manifest)
        return manifest.error();
    if (!bytes)
        return bytes.error();
    const Json json = Json::parse(manifest->toStdString(), nullptr, false);
    const Error broken{Error::Code::Io, QStringLiteral("the backup %1 is damaged").arg(folder)};
    if (!json.is_object() || json.value("originalHash", "") != contentHash(*bytes).toStdString())
        return broken;
    ClaudeBackup backup;
    backup.folder = folder;
    backup.original = *bytes;
    backup.file = QString::fromStdString(json.value("file", ""));
    backup.existed = json.value("existed", true);
    backup.writtenHash = QByteArray::fromStdString(json.value("writtenHash", ""));
    backup.time = QDateTime::fromString(QString::fromStdString(json.value("time", "")), Qt::ISODate);
    const Json moved = json.value("moved", Json::object());
    for (const auto &[entry, enclave] : moved.items()) {
        if (enclave.is_string())
            backup.moved.insert(QString::fromStdString(entry), QString::fromStdString(enclave.get<std::string>()));
    }
    for (const Json &name : json.value("addedEnclaves", Json::array())) {
        if (name.is_string())
            backup.addedEnclaves.append(QString::fromStdString(name.get<std::string>()));
    }
    return backup;
}

void removeOldest(const Paths &paths, const QString &file)
{
    const QStringList folders = foldersOf(paths, file);
    for (const QString &folder : folders.mid(kept))
        QDir(folder).removeRecursively();
}

} // namespace

Result<ClaudeBackup> writeBackup(const Paths &paths, ClaudeBackup backup)
{
    if (auto made = makePrivateDirectory(paths.backupDir()); !made)
        return made.error();
    // Names sort by time; a second one within a millisecond gets the next.
    for (QDateTime stamp = backup.time;; stamp = stamp.addMSecs(1)) {
        const QString name = QStringLiteral("claude-%1-%2").arg(keyOf(backup.file), stamp.toString(QStringLiteral("yyyyMMddhhmmsszzz")));
        backup.folder = paths.backupDir() + u'/' + name;
        if (!QFileInfo::exists(backup.folder))
            break;
    }
    if (auto made = makePrivateDirectory(backup.folder); !made)
        return made.error();
    if (auto written = replaceFile(backup.folder + u'/' + bytesName, backup.original); !written)
        return written.error();
    const QByteArray manifest = QByteArray::fromStdString(toJson(backup).dump(2)) + '\n';
    if (auto written = replaceFile(backup.folder + u'/' + manifestName, manifest); !written)
        return written.error();
    removeOldest(paths, backup.file);
    return readBackup(backup.folder);
}

Result<ClaudeBackup> newestBackup(const Paths &paths, const QString &file)
{
    for (const QString &folder : foldersOf(paths, file)) {
        if (!QFileInfo::exists(folder + u'/' + undoneName))
            return readBackup(folder);
    }
    return Error{Error::Code::NotFound, QStringLiteral("there is nothing to put back for %1").arg(QDir::toNativeSeparators(file))};
}

Result<void> markUndone(const ClaudeBackup &backup)
{
    return replaceFile(backup.folder + u'/' + undoneName, {});
}

} // namespace pasarela
