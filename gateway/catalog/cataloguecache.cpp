// SPDX-License-Identifier: MIT
#include "gateway/catalog/cataloguecache.h"

#include "gateway/base/atomicfile.h"
#include "gateway/base/jsonscanner.h"
#include "gateway/base/jsonview.h"

#include <QDir>
#include <QDirIterator>
#include <QFileInfo>

#include <algorithm>

namespace pasarela {

namespace {

constexpr int formatVersion = 1;
constexpr int keptDays = 30;

const JsonPaths &cachePaths()
{
    static const JsonPaths paths{{"version"}, {"launch"},  {"fetched"},   {"instructions"},     {"resourcesOffered"},
                                 {"tools"},   {"prompts"}, {"resources"}, {"resourceTemplates"}};
    return paths;
}
enum CachePath { Version, LaunchHash, Fetched, Instructions, ResourcesOffered, FirstList };

QByteArray joined(const std::vector<ListItem> &items)
{
    QByteArray text;
    for (const ListItem &item : items) {
        text += text.isEmpty() ? "\n  " : ",\n  ";
        text += item.definition;
    }
    return '[' + text + ']';
}

} // namespace

QString CatalogueCache::fileOf(const EnclaveId &enclave, const AccountId &account) const
{
    const QString name = account.isEmpty() ? QStringLiteral("_") : account.text();
    return m_folder + u'/' + enclave.text() + u'/' + name + QStringLiteral(".json");
}

std::optional<ServerLists> CatalogueCache::read(const EnclaveId &enclave, const AccountId &account,
                                                const QByteArray &launchHash) const
{
    const auto bytes = readWholeFile(fileOf(enclave, account));
    if (!bytes)
        return std::nullopt;
    const QByteArray &text = *bytes;
    const JsonScan scan = scanJson(text, cachePaths());
    if (!scan.ok() || jsonInteger(scan.values[Version].in(text)) != formatVersion
        || !jsonStringEquals(scan.values[LaunchHash].in(text), launchHash))
        return std::nullopt;

    ServerLists lists;
    for (const ListKind kind : allListKinds)
        lists[kind] = readItems(text, scan.values[FirstList + int(kind)], kind);
    lists.instructions = QString::fromUtf8(jsonStringValue(scan.values[Instructions].in(text)));
    lists.hasResources = scan.values[ResourcesOffered].in(text) == "true";
    lists.fetched =
        QDateTime::fromString(QString::fromLatin1(jsonStringValue(scan.values[Fetched].in(text))), Qt::ISODate);
    return lists;
}

Result<void> CatalogueCache::write(const EnclaveId &enclave, const AccountId &account, const QByteArray &launchHash,
                                   const ServerLists &lists) const
{
    const QString file = fileOf(enclave, account);
    if (!QDir().mkpath(QFileInfo(file).path()))
        return Error{Error::Code::Io, QStringLiteral("cannot make the folder of %1").arg(file)};
    QByteArray text = "{\n\"version\": " + QByteArray::number(formatVersion) + ",\n\"launch\": "
        + jsonQuoted(QByteArrayView(launchHash)) + ",\n\"fetched\": " + jsonQuoted(lists.fetched.toString(Qt::ISODate))
        + ",\n\"instructions\": " + jsonQuoted(lists.instructions)
        + ",\n\"resourcesOffered\": " + (lists.hasResources ? "true" : "false");
    for (const ListKind kind : allListKinds)
        text += ",\n" + jsonQuoted(QByteArrayView(wordsOf(kind).items)) + ": " + joined(lists[kind]);
    return replaceFile(file, text + "\n}\n");
}

void CatalogueCache::sweep(const std::vector<EnclaveId> &kept) const
{
    const QDateTime oldest = QDateTime::currentDateTime().addDays(-keptDays);
    QDirIterator files(m_folder, {QStringLiteral("*.json")}, QDir::Files, QDirIterator::Subdirectories);
    while (files.hasNext()) {
        files.next();
        const EnclaveId enclave(QFileInfo(files.fileInfo().path()).fileName());
        const bool inUse = std::find(kept.begin(), kept.end(), enclave) != kept.end();
        if (!inUse && files.fileInfo().lastModified() < oldest)
            QFile::remove(files.filePath());
    }
}

} // namespace pasarela
