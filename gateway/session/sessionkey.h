// SPDX-License-Identifier: MIT
#pragma once

#include "gateway/base/ids.h"

#include <optional>
#include <tuple>

namespace pasarela {

/// One upstream session: an enclave, the account whose credential it holds, and, where the enclave's scope says so, the
/// client's project or connection (sessions.md 1 and 6).
struct SessionKey {
    EnclaveId enclave;
    AccountId account;
    QString scope; ///< Project path, client connection number, or empty.

    bool operator==(const SessionKey &) const = default;
    bool operator<(const SessionKey &other) const
    {
        return std::tie(enclave, account, scope) < std::tie(other.enclave, other.account, other.scope);
    }
    friend size_t qHash(const SessionKey &key, size_t seed = 0)
    {
        return qHashMulti(seed, key.enclave, key.account, key.scope);
    }
};

/// For the log: "github", or "github/work" with an account.
QString logName(const SessionKey &key);

/// The scope of a session that serves one client connection alone.
QString scopeOfClient(quint64 connection);
/// The connection in such a scope; nothing in any other.
std::optional<quint64> clientInScope(const QString &scope);

} // namespace pasarela
