// SPDX-License-Identifier: MIT
#pragma once

#include "gateway/base/error.h"
#include "gateway/credentials/credentialkey.h"
#include "gateway/credentials/keychainbackend.h"

namespace pasarela {

/// What went wrong with a keychain, as a sentence that says what to do.
Error keychainError(const KeychainFault &fault, const CredentialKey &key);
/// It did not answer within its deadline.
Error keychainTooSlow(const CredentialKey &key);
/// The keys lie in the keychain `known`, and this session has `found`; `index` is the file that says so.
Error otherKeychain(const QString &known, const QString &found, const QString &index);

/// "the GNOME keyring (Secret Service)" for "secret-service"
QString keychainTitle(const QString &backend);

} // namespace pasarela
