// SPDX-License-Identifier: MIT
#pragma once

#include "gateway/credentials/credentialstore.h"

#include <QDateTime>

namespace pasarela {

/// Secrets in a file, for machines without a keychain (PASARELA_CREDENTIALS_FILE): a JSON object of texts,
///
///     {"github/work/token": "ghp_…", "wiki/me/token": "…"}
///
/// Mode 0600. It is refused where anybody but its owner can read it, or where it is another user's. Read at each use,
/// so that it can be changed at any time.
class CredentialsFile : public QObject, public CredentialStore {
    Q_OBJECT

public:
    explicit CredentialsFile(QString path, QObject *parent = nullptr);

    void read(const CredentialKey &key, QObject *context, ReadDone done) override;
    void write(const CredentialKey &key, Secret value, QObject *context, Done done) override;
    void remove(const CredentialKey &key, QObject *context, Done done) override;
    /// None where the file cannot be used.
    std::vector<CredentialKey> stored() const override;

private:
    Result<Secret> text() const;
    Result<Secret> valueOf(const CredentialKey &key) const;
    Result<void> replace(const CredentialKey &key, const Secret *value) const;

    QString m_path;
    struct Names {
        QDateTime modified;
        qint64 size = -1;
        std::vector<CredentialKey> keys;
    };
    mutable Names m_names; ///< Of the file as it was last looked at.
};

/// Whether nobody but this user can read a file that is there; PermissionDenied says what to do.
Result<void> checkOnlyOursToRead(const QString &path);

} // namespace pasarela
