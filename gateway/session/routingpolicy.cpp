// SPDX-License-Identifier: MIT
#include "gateway/session/routingpolicy.h"

#include "gateway/config/confignames.h"

#include <QDir>
#include <QFileInfo>

#include <algorithm>

namespace pasarela {

const EnclaveConfig *RoutingPolicy::enclave(const EnclaveId &id) const
{
    const auto found = m_config.enclaves.constFind(id);
    return found == m_config.enclaves.cend() ? nullptr : &*found;
}

std::vector<EnclaveId> RoutingPolicy::visibleTo(const ClientId &client) const
{
    const ClientConfig policy = m_config.policyOf(client);
    std::vector<EnclaveId> visible;
    for (auto it = m_config.enclaves.cbegin(); it != m_config.enclaves.cend(); ++it) {
        if (it->enabled && !policy.disabledEnclaves.contains(it.key().text()))
            visible.push_back(it.key());
    }
    return visible;
}

std::vector<AccountId> RoutingPolicy::accountsFor(const Caller &caller, const EnclaveId &id) const
{
    const EnclaveConfig *config = enclave(id);
    std::vector<AccountId> enabled;
    if (config) {
        for (auto it = config->accounts.cbegin(); it != config->accounts.cend(); ++it) {
            if (it->enabled)
                enabled.push_back(it.key());
        }
    }
    if (enabled.empty())
        return {AccountId()};
    const auto chosen = [&enabled](const AccountId &account) {
        return std::find(enabled.begin(), enabled.end(), account) != enabled.end();
    };
    if (const AccountId account(caller.account); !account.isEmpty() && chosen(account))
        return {account};
    const QStringList own = m_config.policyOf(caller.client).accounts.value(id);
    if (own.size() == 1 && chosen(AccountId(own.first())))
        return {AccountId(own.first())};
    if (own.isEmpty() && chosen(config->defaultAccount))
        return {config->defaultAccount};
    return enabled;
}

Result<SessionKey> RoutingPolicy::sessionFor(const Caller &caller, const EnclaveId &id) const
{
    const EnclaveConfig *config = enclave(id);
    if (!config || !config->enabled)
        return Error{Error::Code::NotFound, whyAbsent(caller.client, id)};
    const std::vector<AccountId> accounts = accountsFor(caller, id);
    if (!caller.account.isEmpty() && accounts != std::vector{AccountId(caller.account)})
        return Error{Error::Code::NotFound,
                     QStringLiteral("%1 has no account \"%2\". Open Pasarela and look at its accounts.")
                         .arg(titleOf(id), caller.account)};
    if (accounts.size() > 1) {
        QStringList names;
        for (const AccountId &account : accounts)
            names.append(account.text());
        return Error{
            Error::Code::NeedsPerson,
            QStringLiteral("%1 has %2 accounts (%3), and none is chosen for this app. Open Pasarela and choose one.")
                .arg(titleOf(id), QString::number(names.size()), names.join(QStringLiteral(", ")))};
    }
    SessionKey key{id, accounts.front(), {}};
    if (config->isPerClient())
        key.scope = scopeOfClient(caller.connection);
    else if (config->scope == Scope::Project)
        key.scope = caller.project.isEmpty() ? QStringLiteral("none") : caller.project;
    return key;
}

QString RoutingPolicy::whyAbsent(const ClientId &client, const EnclaveId &id) const
{
    const EnclaveConfig *config = enclave(id);
    if (!config && !isEnclaveName(id.text()))
        return {};
    // A model reads this. It is told what is so, never how to undo what a person decided.
    if (!config)
        return QStringLiteral("There is no service \"%1\". Ask for the list again.").arg(id.text());
    if (!config->enabled)
        return QStringLiteral("The service \"%1\" is switched off. If it is needed, ask the person to turn it on in "
                              "Pasarela.")
            .arg(id.text());
    if (m_config.policyOf(client).disabledEnclaves.contains(id.text()))
        return QStringLiteral("The service \"%1\" is switched off for this app, \"%2\". If it is needed, ask the "
                              "person to turn it on for this app in Pasarela.")
            .arg(id.text(), client.text());
    return {};
}

QString RoutingPolicy::titleOf(const EnclaveId &id) const
{
    const EnclaveConfig *config = enclave(id);
    return config && !config->title.isEmpty() ? config->title : id.text();
}

QString projectOf(const QString &folder)
{
    const QFileInfo info(folder);
    if (folder.isEmpty() || !info.isAbsolute() || !info.isDir())
        return {};
    const QString path = info.canonicalFilePath();
    const bool nobodys = QDir(path).isRoot() || path == QDir(QDir::homePath()).canonicalPath();
    return nobodys ? QString() : path;
}

} // namespace pasarela
