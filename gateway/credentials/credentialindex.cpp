// SPDX-License-Identifier: MIT
#include "gateway/credentials/credentialindex.h"

#include "gateway/base/atomicfile.h"
#include "gateway/base/jsonview.h"
#include "gateway/base/logging.h"

namespace pasarela {

namespace {

QStringList textsIn(QByteArrayView text, JsonSpan array)
{
    QStringList all;
    JsonArrayReader items(text, array);
    while (const auto item = items.next())
        all.append(QString::fromUtf8(jsonStringValue(item->in(text))));
    return all;
}

} // namespace

CredentialIndex::CredentialIndex(QString file)
    : m_file(std::move(file))
{
    load();
}

void CredentialIndex::load()
{
    const auto bytes = readWholeFile(m_file);
    if (!bytes) {
        if (bytes.error().code != Error::Code::NotFound)
            qCWarning(lcCredentials).noquote() << bytes.error().detail;
        return;
    }
    const JsonScan scan = scanJson(*bytes, JsonPaths{{"backend"}, {"names"}});
    if (!scan.ok()) {
        qCWarning(lcCredentials).noquote() << "The list of stored credentials is broken and begins anew:" << m_file;
        return;
    }
    m_backend = QString::fromUtf8(jsonStringValue(scan.values[0].in(*bytes)));
    JsonObjectReader names(*bytes, scan.values[1]);
    while (const auto member = names.next()) {
        const auto key = CredentialKey::fromName(QString::fromUtf8(jsonStringValue(member->key.in(*bytes))));
        if (!key)
            continue;
        const auto stored = findMember(*bytes, member->value, "stored");
        const auto parts = findMember(*bytes, member->value, "parts");
        m_entries[*key] = {stored && jsonTypeOf(stored->value.in(*bytes)) == JsonType::True,
                           parts ? textsIn(*bytes, parts->value) : QStringList()};
    }
}

Result<void> CredentialIndex::save() const
{
    QByteArray names;
    for (const auto &[key, entry] : m_entries) {
        QByteArray parts;
        for (const QString &set : entry.parts)
            parts += (parts.isEmpty() ? "" : ",") + jsonQuoted(set);
        names += (names.isEmpty() ? "\n    " : ",\n    ") + jsonQuoted(key.name())
            + (entry.stored ? R"(: {"stored": true, "parts": [)" : R"(: {"stored": false, "parts": [)") + parts + "]}";
    }
    return replaceFile(m_file,
                       "{\n  \"backend\": " + jsonQuoted(m_backend) + ",\n  \"names\": {" + names + "\n  }\n}\n");
}

std::vector<CredentialKey> CredentialIndex::stored() const
{
    std::vector<CredentialKey> keys;
    for (const auto &[key, entry] : m_entries) {
        if (entry.stored)
            keys.push_back(key);
    }
    return keys;
}

QStringList CredentialIndex::parts(const CredentialKey &key) const
{
    const auto found = m_entries.find(key);
    return found == m_entries.end() ? QStringList() : found->second.parts;
}

Result<void> CredentialIndex::setStored(const CredentialKey &key, const QString &backend)
{
    Entry &entry = m_entries[key];
    if (std::exchange(entry.stored, true) && m_backend == backend)
        return {};
    m_backend = backend;
    return save();
}

Result<void> CredentialIndex::addParts(const CredentialKey &key, const QString &set)
{
    m_entries[key].parts.append(set);
    return save();
}

Result<void> CredentialIndex::removeParts(const CredentialKey &key, const QString &set)
{
    const auto found = m_entries.find(key);
    if (found == m_entries.end() || found->second.parts.removeAll(set) == 0)
        return {};
    return save();
}

Result<void> CredentialIndex::forget(const CredentialKey &key)
{
    if (m_entries.erase(key) == 0)
        return {};
    if (m_entries.empty())
        m_backend.clear();
    return save();
}

} // namespace pasarela
