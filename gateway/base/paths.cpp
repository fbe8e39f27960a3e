// SPDX-License-Identifier: MIT
#include "gateway/base/paths.h"

#include "gateway/base/platformpaths.h"

#include <QCryptographicHash>
#include <QDir>
#include <QFileInfo>

namespace pasarela {

namespace {

Result<QString> preparedHome(const QString &wanted)
{
    if (!QDir::isAbsolutePath(wanted) || wanted.startsWith(QLatin1String("//"))
        || wanted.startsWith(QLatin1String("\\\\"))) {
        return Error{Error::Code::InvalidInput,
                     QStringLiteral(
                         "The home \"%1\" is not an absolute path of a local folder; give one (PASARELA_HOME, --home).")
                         .arg(wanted)};
    }
    if (!QFileInfo::exists(wanted)) {
        const Result<void> made = makePrivateDirectory(wanted);
        if (!made)
            return made.error();
    }
    // Both ends of a socket must come to the same name, by whatever way they were given the folder.
    const QString home = QFileInfo(wanted).canonicalFilePath();
    const Result<void> own = checkOwnFolder(home.isEmpty() ? wanted : home);
    if (!own)
        return own.error();
    return home;
}

} // namespace

Result<Paths> Paths::locate(const QString &home)
{
    const QString wanted = home.isEmpty() ? qEnvironmentVariable("PASARELA_HOME") : home;
    Paths paths;
    if (wanted.isEmpty()) {
        const Result<UserFolders> folders = userFolders();
        if (!folders)
            return folders.error();
        paths.m_config = folders->config;
        paths.m_data = folders->data;
        paths.m_shared = folders->shared;
        paths.m_run = folders->run;
        return paths;
    }
    const Result<QString> prepared = preparedHome(wanted);
    if (!prepared)
        return prepared.error();
    paths.m_home = *prepared;
    paths.m_config = paths.m_home;
    paths.m_data = QDir(paths.m_home).filePath(QStringLiteral("data"));
    paths.m_shared = paths.m_data;
    paths.m_run = QDir(paths.m_home).filePath(QStringLiteral("run"));
    return paths;
}

QString Paths::configFile() const
{
    return m_config + QStringLiteral("/pasarela.json");
}

QString Paths::schemaFile() const
{
    return m_config + QStringLiteral("/pasarela.schema.json");
}

QString Paths::goodConfigFile() const
{
    return m_data + QStringLiteral("/pasarela.json.good");
}

QString Paths::credentialIndexFile() const
{
    return m_data + QStringLiteral("/credentials.json");
}

QString Paths::catalogueDir() const
{
    return m_data + QStringLiteral("/catalogue");
}

QString Paths::backupDir() const
{
    return m_data + QStringLiteral("/backups");
}

QString Paths::enclaveDir(const QString &enclave) const
{
    return m_data + QStringLiteral("/work/") + enclave;
}

QString Paths::logFile() const
{
    return m_data + QStringLiteral("/log/gateway.log");
}

QString Paths::stopWishFile() const
{
    return m_shared + QStringLiteral("/stopped");
}

QString Paths::upgradeHoldFile() const
{
    return m_shared + QStringLiteral("/upgrading");
}

QString Paths::lockFile() const
{
    return m_run + QStringLiteral("/gateway.lock");
}

QString Paths::lastExitFile() const
{
    return m_run + QStringLiteral("/last-exit.json");
}

QString Paths::mcpSocket() const
{
    return socketName(QStringLiteral("mcp"));
}

QString Paths::controlSocket() const
{
    return socketName(QStringLiteral("control"));
}

QString Paths::socketName(const QString &which) const
{
    return localSocketName(m_run, m_home, which);
}

Result<void> Paths::create() const
{
    QStringList folders{m_data, m_shared, m_run};
    if (!hasOwnHome())
        folders.prepend(m_config);
    folders.removeDuplicates();
    for (const QString &folder : std::as_const(folders)) {
        const Result<void> made = makePrivateDirectory(folder);
        if (!made)
            return made;
    }
    return {};
}

QString shortHash(const QString &text)
{
    return QString::fromLatin1(QCryptographicHash::hash(text.toUtf8(), QCryptographicHash::Sha256).toHex().first(16));
}

} // namespace pasarela
