// SPDX-License-Identifier: MIT
#pragma once

#include "gateway/base/result.h"

#include <QString>

namespace pasarela {

/// Where everything lies, for this user or for a home of its own (PASARELA_HOME, --home). The one place that both ends
/// of a socket ask, and the only one that asks QStandardPaths (decisions.md, *Paths*).
class Paths {
public:
    /// The user's default places, or `home`: an absolute path of a local folder owned by the user; it is created.
    /// An empty `home` means the environment's PASARELA_HOME, else the default.
    static Result<Paths> locate(const QString &home = {});

    bool hasOwnHome() const { return !m_home.isEmpty(); }
    QString home() const { return m_home; } ///< Empty for the default places.

    QString configFile() const; ///< pasarela.json
    QString schemaFile() const; ///< pasarela.schema.json beside it
    QString goodConfigFile() const; ///< data/pasarela.json.good: the last configuration that could be used.
    QString dataDir() const { return m_data; } ///< Mode 0700.
    QString credentialIndexFile() const; ///< data/credentials.json: names, no secrets.
    QString catalogueDir() const; ///< data/catalogue
    QString backupDir() const; ///< data/backups, for clients' old files
    QString
    enclaveDir(const QString &enclave) const; ///< data/work/<enclave>: private working directory of its children
    QString logFile() const; ///< data/log/gateway.log
    QString stopWishFile() const; ///< data/stopped; Windows without a home: %USERPROFILE%\.pasarela
    QString upgradeHoldFile() const; ///< "upgrading", beside it.
    QString runDir() const { return m_run; } ///< Mode 0700; sockets and lock.
    QString lockFile() const; ///< run/gateway.lock
    QString lastExitFile() const; ///< run/last-exit.json
    QString mcpSocket() const; ///< Unix: path under 100 bytes. Windows: name of the pipe.
    QString controlSocket() const;

    /// Makes the folders, 0700; refuses links and folders of another user.
    Result<void> create() const;

private:
    Paths() = default;
    QString socketName(const QString &which) const;

    QString m_home;
    QString m_config; ///< Folder of pasarela.json.
    QString m_data;
    QString m_shared; ///< Of wishes that programs inside a Windows package read and write too.
    QString m_run;
};

/// A person's or program's folder of this name: exists (made with its parents, 0700), is no link, belongs to this user,
/// and nobody else may enter (a wider mode is narrowed). PermissionDenied where that cannot be had.
Result<void> makePrivateDirectory(const QString &path);

} // namespace pasarela
