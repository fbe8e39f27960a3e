// SPDX-License-Identifier: MIT
#pragma once

#include "gateway/base/result.h"
#include "gateway/credentials/credentialkey.h"

#include <QStringList>

#include <map>
#include <vector>

namespace pasarela {

/// The names of what was stored, and in which keychain, since keychains cannot be listed. Holds no secret. Only the
/// gateway writes it; each change is on disk when the function returns.
///
///     {"backend": "secret-service", "names": {"github/work/token": {"stored": true, "parts": ["1f09…/3"]}}}
class CredentialIndex {
public:
    /// Reads it; a file that is missing or broken is an empty index (a broken one is logged).
    explicit CredentialIndex(QString file);

    const QString &file() const { return m_file; }
    std::vector<CredentialKey> stored() const;
    bool isEmpty() const { return m_entries.empty(); }
    /// The keychain that holds them; empty: none yet.
    const QString &backend() const { return m_backend; }
    /// Sets of parts that may lie in the keychain for this key, "generation/count" (keychainparts.h).
    QStringList parts(const CredentialKey &key) const;

    Result<void> setStored(const CredentialKey &key, const QString &backend);
    Result<void> addParts(const CredentialKey &key, const QString &set);
    Result<void> removeParts(const CredentialKey &key, const QString &set);
    /// With the last one the keychain is forgotten as well: the next may be another.
    Result<void> forget(const CredentialKey &key);

private:
    struct Entry {
        bool stored = false;
        QStringList parts;
    };

    void load();
    Result<void> save() const;

    QString m_file;
    QString m_backend;
    std::map<CredentialKey, Entry> m_entries;
};

} // namespace pasarela
