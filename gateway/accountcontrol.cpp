// SPDX-License-Identifier: MIT
#include "gateway/accountcontrol.h"

#include "gateway/config/confignames.h"
#include "gateway/config/credentialfields.h"
#include "gateway/control/jsonfields.h"

#include <algorithm>

namespace pasarela {

namespace {

using Json = nlohmann::ordered_json;

std::string utf8(const QString &text)
{
    return text.toStdString();
}

/// The clients whose choice is this account, by name.
Json clientsOf(const GatewayConfig &config, const EnclaveId &enclave, const AccountId &account)
{
    Json names = Json::array();
    for (auto client = config.clients.begin(); client != config.clients.end(); ++client) {
        if (client->accounts.value(enclave).contains(account.text()))
            names.push_back(utf8(client.key().text()));
    }
    return names;
}

Json fieldsOf(const EnclaveConfig &config, const EnclaveId &enclave, const AccountId &account,
              const std::vector<CredentialKey> &stored)
{
    QStringList names = credentialFields(config);
    for (const CredentialKey &key : stored) {
        if (key.enclave == enclave && key.account == account && !names.contains(key.field))
            names.append(key.field);
    }
    Json fields = Json::array();
    for (const QString &name : std::as_const(names)) {
        const bool isStored = std::binary_search(stored.begin(), stored.end(), CredentialKey{enclave, account, name});
        fields.push_back({{"name", utf8(name)}, {"stored", isStored}});
    }
    return fields;
}

Error noSuchAccount(const EnclaveId &enclave, const AccountId &account)
{
    return {Error::Code::NotFound,
            QStringLiteral("The enclave \"%1\" has no account \"%2\"; \"account list\" shows those there are.")
                .arg(enclave.text(), account.text())};
}

} // namespace

AccountControl::AccountControl(CredentialStore &store, SessionPool &pool, Router &router, QObject *parent)
    : QObject(parent)
    , m_store(store)
    , m_pool(pool)
    , m_router(router)
{
}

QByteArray AccountControl::list() const
{
    const std::vector<CredentialKey> stored = m_store.stored();
    const GatewayConfig &now = config();
    Json accounts = Json::array();
    for (auto enclave = now.enclaves.begin(); enclave != now.enclaves.end(); ++enclave) {
        for (auto account = enclave->accounts.begin(); account != enclave->accounts.end(); ++account) {
            accounts.push_back({{"enclave", utf8(enclave.key().text())},
                                {"account", utf8(account.key().text())},
                                {"title", utf8(account->title)},
                                {"enabled", account->enabled},
                                {"default", enclave->defaultAccount == account.key()},
                                {"fields", fieldsOf(*enclave, enclave.key(), account.key(), stored)},
                                {"clients", clientsOf(now, enclave.key(), account.key())}});
        }
    }
    Json orphans = Json::array();
    for (const CredentialKey &key : stored) {
        if (!now.enclaves.value(key.enclave).accounts.contains(key.account))
            orphans.push_back({{"enclave", utf8(key.enclave.text())},
                               {"account", utf8(key.account.text())},
                               {"field", utf8(key.field)}});
    }
    return toBytes({{"accounts", accounts}, {"orphans", orphans}});
}

Result<CredentialKey> AccountControl::keyFor(const EnclaveId &enclave, const AccountId &account,
                                             const QString &field) const
{
    const auto found = config().enclaves.constFind(enclave);
    if (found == config().enclaves.cend() || !found->accounts.contains(account))
        return noSuchAccount(enclave, account);
    if (!field.isEmpty() && !isOtherName(field))
        return Error{
            Error::Code::InvalidInput,
            QStringLiteral("\"%1\" is no name for a field: small letters, digits and . _ @ + - only.").arg(field)};
    const QString chosen = field.isEmpty() ? mainCredentialField(*found) : field;
    if (chosen.isEmpty())
        return Error{Error::Code::InvalidInput,
                     QStringLiteral("Accounts of \"%1\" have several fields (%2). Say which one: --field F.")
                         .arg(enclave.text(), credentialFields(*found).join(QStringLiteral(", ")))};
    return CredentialKey{enclave, account, chosen};
}

void AccountControl::set(const EnclaveId &enclave, const AccountId &account, const QString &field, Secret value,
                         Done done)
{
    const auto key = keyFor(enclave, account, field);
    if (!key) {
        QMetaObject::invokeMethod(
            this, [done = std::move(done), error = key.error()] { done(error); }, Qt::QueuedConnection);
        return;
    }
    auto kept = std::make_shared<Secret>(value.copy());
    m_store.write(*key, std::move(value), this, [this, key = *key, kept, done](const Result<void> &written) {
        if (!written)
            return done(written.error());
        onWritten(key, std::move(*kept), done);
    });
}

void AccountControl::onWritten(const CredentialKey &key, Secret value, const Done &done)
{
    m_pool.credentialChanged(key.enclave, key.account, SessionPool::CredentialChange::Replaced);
    Q_EMIT changed();
    if (config().enclaves.value(key.enclave).enabled)
        m_router.fillCatalogue({key.enclave});
    // The same secret in two accounts is one identity under two names: most often a mistake (security.md, *Secrets*).
    std::vector<CredentialKey> others = m_store.stored();
    std::erase_if(others, [&key](const CredentialKey &other) {
        return other.enclave != key.enclave || other.account == key.account || other.field != key.field;
    });
    findSame(std::move(others), key, std::make_shared<Secret>(std::move(value)), {}, done);
}

void AccountControl::findSame(std::vector<CredentialKey> others, const CredentialKey &key,
                              std::shared_ptr<Secret> value, QStringList same, Done done)
{
    if (others.empty())
        return done(toBytes({{"field", utf8(key.field)}, {"sameAs", jsonValue(same)}}));
    const CredentialKey other = others.back();
    others.pop_back();
    m_store.read(other, this, [=, this](const Result<Secret> &found) mutable {
        if (found && found.value().reveal() == value->reveal())
            same.prepend(other.account.text());
        findSame(std::move(others), key, std::move(value), std::move(same), std::move(done));
    });
}

void AccountControl::remove(const EnclaveId &enclave, const AccountId &account, Done done)
{
    std::vector<CredentialKey> keys = m_store.stored();
    std::erase_if(keys, [&](const CredentialKey &key) { return key.enclave != enclave || key.account != account; });
    const EnclaveConfig found = config().enclaves.value(enclave);
    if (keys.empty() && !found.accounts.contains(account)) {
        QMetaObject::invokeMethod(
            this, [done = std::move(done), enclave, account] { done(noSuchAccount(enclave, account)); },
            Qt::QueuedConnection);
        return;
    }
    // Also those that only the keychain knows.
    for (const QString &field : found.accounts.contains(account) ? credentialFields(found) : QStringList()) {
        const CredentialKey key{enclave, account, field};
        if (std::find(keys.begin(), keys.end(), key) == keys.end())
            keys.push_back(key);
    }
    removeNext(std::move(keys), {enclave, account, {}}, std::move(done));
}

void AccountControl::removeNext(std::vector<CredentialKey> keys, const CredentialKey &account, Done done)
{
    if (keys.empty()) {
        m_pool.credentialChanged(account.enclave, account.account, SessionPool::CredentialChange::Removed);
        Q_EMIT changed();
        return done(QByteArray("{}"));
    }
    const CredentialKey key = keys.back();
    keys.pop_back();
    m_store.remove(key, this, [=, this](const Result<void> &removed) mutable {
        if (!removed)
            return done(removed.error());
        removeNext(std::move(keys), account, std::move(done));
    });
}

} // namespace pasarela
