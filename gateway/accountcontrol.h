// SPDX-License-Identifier: MIT
#pragma once

#include "gateway/config/gatewayconfig.h"
#include "gateway/control/controlhandler.h"
#include "gateway/credentials/credentialstore.h"
#include "gateway/router/router.h"
#include "gateway/session/sessionpool.h"

#include <QObject>

namespace pasarela {

/// What control asks about accounts and their secrets (control/controlprotocol.h, `account.…`). No answer holds a
/// secret.
class AccountControl : public QObject {
    Q_OBJECT

public:
    using Done = ControlHandler::Done;

    /// All outlive this.
    AccountControl(CredentialStore &store, SessionPool &pool, Router &router, QObject *parent = nullptr);

    QByteArray list() const;
    /// `field` empty: the one that the enclave's accounts have. The account's sessions drain.
    void set(const EnclaveId &enclave, const AccountId &account, const QString &field, Secret value, Done done);
    /// All secrets of the account; an account that is not in the configuration any more may still have some. Its
    /// sessions end at once.
    void remove(const EnclaveId &enclave, const AccountId &account, Done done);

Q_SIGNALS:
    /// What is stored has changed.
    void changed();

private:
    const GatewayConfig &config() const { return m_router.policy().config(); }
    Result<CredentialKey> keyFor(const EnclaveId &enclave, const AccountId &account, const QString &field) const;
    void onWritten(const CredentialKey &key, Secret value, const Done &done);
    void findSame(std::vector<CredentialKey> others, const CredentialKey &key, std::shared_ptr<Secret> value,
                  QStringList same, Done done);
    void removeNext(std::vector<CredentialKey> keys, const CredentialKey &account, Done done);

    CredentialStore &m_store;
    SessionPool &m_pool;
    Router &m_router;
};

} // namespace pasarela
