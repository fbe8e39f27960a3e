// SPDX-License-Identifier: MIT
#include "gateway/credentials/credentialkey.h"

#include <QStringList>

#include <algorithm>

namespace pasarela {

namespace {

constexpr qsizetype longestPart = 64;

/// Wider than what the configuration allows, since a keychain outlives its rules; narrow enough that names are unique.
bool isPart(const QString &text)
{
    return !text.isEmpty() && text.size() <= longestPart && std::all_of(text.begin(), text.end(), [](QChar c) {
        return c > u' ' && c < QChar(0x7f) && c != u'/' && c != u'#';
    });
}

} // namespace

QString CredentialKey::name() const
{
    return enclave.text() + u'/' + account.text() + u'/' + field;
}

std::optional<CredentialKey> CredentialKey::fromName(const QString &name)
{
    const QStringList parts = name.split(u'/');
    if (parts.size() != 3)
        return std::nullopt;
    CredentialKey key{EnclaveId(parts[0]), AccountId(parts[1]), parts[2]};
    return key.isValid() ? std::optional(key) : std::nullopt;
}

bool CredentialKey::isValid() const
{
    return isPart(enclave.text()) && isPart(account.text()) && isPart(field);
}

} // namespace pasarela
