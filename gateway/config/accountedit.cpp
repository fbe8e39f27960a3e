// SPDX-License-Identifier: MIT
#include "gateway/config/accountedit.h"

#include "gateway/base/jsontext.h"
#include "gateway/base/jsonview.h"
#include "gateway/config/confignames.h"

namespace pasarela {

namespace {

using Path = QStringList;

Path enclavePath(const EnclaveId &enclave, const char *member)
{
    return {QStringLiteral("enclaves"), enclave.text(), QLatin1String(member)};
}

Path choicePath(const ClientId &client, const EnclaveId &enclave)
{
    return {QStringLiteral("clients"), client.text(), QStringLiteral("accounts"), enclave.text()};
}

Error noSuchEnclave(const EnclaveId &enclave)
{
    return {Error::Code::NotFound,
            QStringLiteral("There is no enclave \"%1\"; \"pasarela-gateway enclave list\" shows those there are.")
                .arg(enclave.text())};
}

Error noSuchAccount(const EnclaveId &enclave, const AccountId &account, const EnclaveConfig &config)
{
    QStringList names;
    for (auto known = config.accounts.begin(); known != config.accounts.end(); ++known)
        names.append(known.key().text());
    const QString there = names.isEmpty() ? QStringLiteral("it has none yet")
                                          : QStringLiteral("it has %1").arg(names.join(QStringLiteral(", ")));
    return {
        Error::Code::NotFound,
        QStringLiteral("The enclave \"%1\" has no account \"%2\"; %3. \"pasarela-gateway account set %1 NAME\" adds "
                       "one.")
            .arg(enclave.text(), account.text(), there)};
}

/// The text without the account in one client's choice.
Result<QByteArray> withoutChoice(const QByteArray &bytes, const Path &path, QStringList choice, const QString &account)
{
    choice.removeAll(account);
    if (choice.isEmpty())
        return withoutJsonMember(bytes, path);
    QByteArray list;
    for (const QString &name : std::as_const(choice))
        list += (list.isEmpty() ? "" : ", ") + jsonQuoted(name);
    return withJsonMember(bytes, path, choice.size() == 1 ? list : '[' + list + ']');
}

} // namespace

Result<QByteArray> addAccount(ConfigEdit &edit, const EnclaveId &enclave, const AccountId &account)
{
    if (!isOtherName(account.text()))
        return Error{Error::Code::InvalidInput,
                     QStringLiteral("\"%1\" cannot be the name of an account: use up to 64 lower-case letters, digits "
                                    "and . _ @ + -, beginning with a letter or digit.")
                         .arg(account.text())};
    return edit.change([&](const ConfigEdit::Snapshot &before) -> Result<QByteArray> {
        const auto found = before.config.enclaves.constFind(enclave);
        if (found == before.config.enclaves.cend())
            return noSuchEnclave(enclave);
        if (found->accounts.contains(account))
            return before.bytes;
        return withJsonMember(before.bytes, enclavePath(enclave, "accounts") + Path(account.text()), "{}");
    });
}

Result<QByteArray> removeAccount(ConfigEdit &edit, const EnclaveId &enclave, const AccountId &account)
{
    return edit.change([&](const ConfigEdit::Snapshot &before) -> Result<QByteArray> {
        const auto found = before.config.enclaves.constFind(enclave);
        if (found == before.config.enclaves.cend())
            return noSuchEnclave(enclave);
        if (!found->accounts.contains(account))
            return noSuchAccount(enclave, account, *found);
        QByteArray bytes = withoutJsonMember(before.bytes, enclavePath(enclave, "accounts") + Path(account.text()));
        if (found->defaultAccount == account)
            bytes = withoutJsonMember(bytes, enclavePath(enclave, "defaultAccount"));
        for (auto client = before.config.clients.begin(); client != before.config.clients.end(); ++client) {
            const QStringList choice = client->accounts.value(enclave);
            if (!choice.contains(account.text()))
                continue;
            auto without = withoutChoice(bytes, choicePath(client.key(), enclave), choice, account.text());
            if (!without)
                return without;
            bytes = *without;
        }
        return bytes;
    });
}

Result<QByteArray> useAccount(ConfigEdit &edit, const EnclaveId &enclave, const AccountId &account,
                              const ClientId &client)
{
    return edit.change([&](const ConfigEdit::Snapshot &before) -> Result<QByteArray> {
        const auto found = before.config.enclaves.constFind(enclave);
        if (found == before.config.enclaves.cend())
            return noSuchEnclave(enclave);
        if (!found->accounts.contains(account))
            return noSuchAccount(enclave, account, *found);
        const Path path = client.isEmpty() ? enclavePath(enclave, "defaultAccount") : choicePath(client, enclave);
        return withJsonMember(before.bytes, path, jsonQuoted(account.text()));
    });
}

} // namespace pasarela
