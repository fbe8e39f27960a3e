// SPDX-License-Identifier: MIT
#pragma once

#include "gateway/base/secretmask.h"
#include "gateway/config/gatewayconfig.h"
#include "gateway/credentials/credentialstore.h"
#include "gateway/upstream/transportfactory.h"

#include <QStringList>

namespace pasarela {

/// What the programs of accounts get of the credential store. All that is read is hidden by the mask from then on.
class AccountCredentials {
public:
    /// Both outlive this.
    AccountCredentials(CredentialStore &store, SecretMask &mask)
        : m_store(store)
        , m_mask(mask)
    {
    }

    /// How a program of this account gets its variables, each time it is started. NeedsCredential where the account has
    /// not all of its fields, else as CredentialStore says. Valid as long as this object.
    LaunchContext::FetchVariables variablesOf(const EnclaveId &id, const EnclaveConfig &enclave,
                                              const AccountId &account) const;
    /// The account's fields that, as far as is known without asking the keychain, are missing. None for enclaves that
    /// are no local programs.
    QStringList missing(const EnclaveId &id, const EnclaveConfig &enclave, const AccountId &account) const;

    const SecretMask &mask() const { return m_mask; }

private:
    CredentialStore &m_store;
    SecretMask &m_mask;
};

/// NeedsCredential, with what to do.
Error needsCredential(const EnclaveId &id, const EnclaveConfig &enclave, const AccountId &account,
                      const QString &field);

} // namespace pasarela
