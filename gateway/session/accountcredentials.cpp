// SPDX-License-Identifier: MIT
#include "gateway/session/accountcredentials.h"

#include "gateway/config/credentialfields.h"

#include <QPointer>

#include <algorithm>
#include <memory>

namespace pasarela {

namespace {

/// Reads the fields of one account, one after the other, and makes variables of them.
struct Fetch {
    CredentialStore &store;
    SecretMask &mask;
    EnclaveId id;
    EnclaveConfig enclave;
    AccountId account;
    QPointer<QObject> context;
    std::function<void(Result<Environment>)> done;
    QStringList fields; ///< Still to be read.
    Environment variables;

    static void next(const std::shared_ptr<Fetch> &fetch)
    {
        if (fetch->fields.isEmpty())
            return fetch->done(std::move(fetch->variables));
        const QString field = fetch->fields.takeFirst();
        const CredentialKey key{fetch->id, fetch->account, field};
        fetch->store.read(key, fetch->context, [fetch, key](const Result<Secret> &secret) {
            if (!secret) {
                const bool isMissing = secret.error().code == Error::Code::NotFound;
                return fetch->done(isMissing ? needsCredential(fetch->id, fetch->enclave, fetch->account, key.field)
                                             : secret.error());
            }
            fetch->take(key, secret.value());
            next(fetch);
        });
    }

    void take(const CredentialKey &key, const Secret &secret)
    {
        mask.remember(key.name(), secret);
        const QMap<QString, QString> all = credentialVariables(enclave);
        for (auto variable = all.begin(); variable != all.end(); ++variable) {
            if (*variable == key.field)
                variables.insert(variable.key(), QString::fromUtf8(secret.reveal()));
        }
    }
};

} // namespace

LaunchContext::FetchVariables AccountCredentials::variablesOf(const EnclaveId &id, const EnclaveConfig &enclave,
                                                              const AccountId &account) const
{
    return [this, id, enclave, account](QObject *context, std::function<void(Result<Environment>)> done) {
        Fetch::next(std::make_shared<Fetch>(
            Fetch{m_store, m_mask, id, enclave, account, context, std::move(done), credentialFields(enclave), {}}));
    };
}

QStringList AccountCredentials::missing(const EnclaveId &id, const EnclaveConfig &enclave,
                                        const AccountId &account) const
{
    if (!std::holds_alternative<StdioLaunch>(enclave.launch))
        return {};
    const std::vector<CredentialKey> stored = m_store.stored();
    QStringList missing = credentialFields(enclave);
    missing.removeIf([&](const QString &field) {
        return std::binary_search(stored.begin(), stored.end(), CredentialKey{id, account, field});
    });
    return missing;
}

Error needsCredential(const EnclaveId &id, const EnclaveConfig &enclave, const AccountId &account, const QString &field)
{
    const QString option = field == mainCredentialField(enclave) ? QString() : QStringLiteral(" --field ") + field;
    return {Error::Code::NeedsCredential,
            QStringLiteral("The service \"%1\" has no key%2 for the account \"%3\" yet. Enter it in Pasarela, or with: "
                           "pasarela-gateway account set %1 %3%4")
                .arg(id.text(), option.isEmpty() ? QString() : QStringLiteral(" \"%1\"").arg(field), account.text(),
                     option)};
}

} // namespace pasarela
