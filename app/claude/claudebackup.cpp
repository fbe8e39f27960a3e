// SPDX-License-Identifier: MIT
#include "app/claude/claudebackup.h"

#include "gateway/base/atomicfile.h"

#include <nlohmann/json.hpp>

#include <QDir>
#include <QFile>
#include <QFileInfo>

#include <algorithm>
#include <utility>

namespace pasarela {

using Json = nlohmann::ordered_json;

namespace {

constexpr int kept = 10;
const QString manifestName = QStringLiteral("manifest.json");
const QString bytesName = QStringLiteral("claude_desktop_config.json");
const QString undoneName = QStringLiteral("undone");
const QString unfinishedName = QStringLiteral("unfinished");

QString keyOf(const QString &file)
{
    return QString::fromLatin1(contentHash(file.toUtf8()).left(12));
}

QStringList foldersLike(const Paths &paths, const QString &pattern)
{
    QStringList folders;
    for (const QString &name : QDir(paths.backupDir()).entryList({pattern}, QDir::Dirs | QDir::NoSymLinks, QDir::Name))
        folders.append(paths.backupDir() + u'/' + name);
    return folders;
}

/// Folders of this file's backups, the newest first.
QStringList foldersOf(const Paths &paths, const QString &file)
{
    QStringList folders = foldersLike(paths, QStringLiteral("claude-%1-*").arg(keyOf(file)));
    std::reverse(folders.begin(), folders.end());
    return folders;
}

bool isUnfinished(const QString &folder)
{
    return QFileInfo::exists(folder + u'/' + unfinishedName);
}

/// The manifest first: without it the rest is no backup, if this is ended in the middle.
void removeFolder(const QString &folder)
{
    QFile::remove(folder + u'/' + manifestName);
    QDir(folder).removeRecursively();
}

Json toJson(const ClaudeBackup &backup)
{
    Json moved = Json::object();
    for (auto it = backup.moved.cbegin(); it != backup.moved.cend(); ++it)
        moved[it.key().toStdString()] = it->toStdString();
    Json added = Json::array();
    for (const QString &name : backup.addedEnclaves)
        added.push_back(name.toStdString());
    return {{"app", "claude-desktop"},
            {"file", backup.file.toStdString()},
            {"existed", backup.existed},
            {"originalHash", contentHash(backup.original).toStdString()},
            {"writtenHash", backup.writtenHash.toStdString()},
            {"time", backup.time.toString(Qt::ISODate).toStdString()},
            {"moved", moved},
            {"addedEnclaves", added}};
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
        removeFolder(folder);
}

Result<ClaudeBackup> fillFolder(const ClaudeBackup &backup)
{
    const QByteArray manifest = QByteArray::fromStdString(toJson(backup).dump(2)) + '\n';
    const std::pair<QString, QByteArray> files[] = {
        {unfinishedName, {}}, {bytesName, backup.original}, {manifestName, manifest}}; // the manifest makes it one
    for (const auto &[name, bytes] : files) {
        if (auto written = replaceFile(backup.folder + u'/' + name, bytes); !written)
            return written.error();
    }
    return readBackup(backup.folder);
}

} // namespace

Result<ClaudeBackup> writeBackup(const Paths &paths, ClaudeBackup backup)
{
    if (auto made = makePrivateDirectory(paths.backupDir()); !made)
        return made.error();
    // Names sort by time; a second one within a millisecond gets the next.
    for (QDateTime stamp = backup.time;; stamp = stamp.addMSecs(1)) {
        const QString name =
            QStringLiteral("claude-%1-%2").arg(keyOf(backup.file), stamp.toString(QStringLiteral("yyyyMMddhhmmsszzz")));
        backup.folder = paths.backupDir() + u'/' + name;
        if (!QFileInfo::exists(backup.folder))
            break;
    }
    if (auto made = makePrivateDirectory(backup.folder); !made)
        return made.error();
    auto stored = fillFolder(backup);
    if (!stored)
        removeFolder(backup.folder);
    return stored;
}

Result<void> markFinished(const Paths &paths, const ClaudeBackup &backup)
{
    const QString marker = backup.folder + u'/' + unfinishedName;
    if (!QFile::remove(marker) && QFileInfo::exists(marker))
        return Error{Error::Code::Io,
                     QStringLiteral("\"%1\" cannot be removed; see whether its folder may be written")
                         .arg(QDir::toNativeSeparators(marker))};
    removeOldest(paths, backup.file);
    return {};
}

void discardBackup(const ClaudeBackup &backup)
{
    removeFolder(backup.folder);
}

Result<std::vector<ClaudeBackup>> unfinishedBackups(const Paths &paths)
{
    std::vector<ClaudeBackup> found;
    for (const QString &folder : foldersLike(paths, QStringLiteral("claude-*"))) {
        if (!QFileInfo::exists(folder + u'/' + manifestName)) {
            removeFolder(folder);
        } else if (isUnfinished(folder)) {
            auto backup = readBackup(folder);
            if (!backup)
                return backup.error();
            found.push_back(std::move(*backup));
        }
    }
    std::stable_sort(found.begin(), found.end(), [](const auto &a, const auto &b) { return a.time < b.time; });
    return found;
}

bool hasUnfinishedBackup(const Paths &paths)
{
    const QStringList folders = foldersLike(paths, QStringLiteral("claude-*"));
    return std::any_of(folders.begin(), folders.end(), isUnfinished);
}

Result<ClaudeBackup> newestBackup(const Paths &paths, const QString &file)
{
    for (const QString &folder : foldersOf(paths, file)) {
        if (!QFileInfo::exists(folder + u'/' + undoneName) && !isUnfinished(folder))
            return readBackup(folder);
    }
    return Error{Error::Code::NotFound,
                 QStringLiteral("there is nothing to put back for %1").arg(QDir::toNativeSeparators(file))};
}

Result<void> markUndone(const ClaudeBackup &backup)
{
    return replaceFile(backup.folder + u'/' + undoneName, {});
}

} // namespace pasarela
