// SPDX-License-Identifier: MIT
#pragma once

#include "gateway/base/ids.h"

#include <optional>
#include <tuple>

namespace pasarela {

/// Where one secret lies: a field of an account of an enclave (sessions.md 9). "token" where an account has only one.
struct CredentialKey {
    EnclaveId enclave;
    AccountId account;
    QString field;

    /// "github/work/token"
    QString name() const;
    /// Back from name(); nothing where it is none.
    static std::optional<CredentialKey> fromName(const QString &name);
    /// Whether name() leads back here: no part is empty, too long, or has a character that names of parts use.
    bool isValid() const;

    bool operator==(const CredentialKey &) const = default;
    bool operator<(const CredentialKey &other) const
    {
        return std::tie(enclave, account, field) < std::tie(other.enclave, other.account, other.field);
    }
};

inline constexpr char usualField[] = "token";

} // namespace pasarela
