// SPDX-License-Identifier: MIT
#pragma once

#include "gateway/base/result.h"
#include "gateway/base/secret.h"
#include "gateway/credentials/credentialkey.h"

#include <QObject>

#include <functional>
#include <vector>

namespace pasarela {

/// Where secrets lie (seam): the keychain, a file on machines without one, memory in tests. Only the gateway has one.
///
/// Every `done` is called once, never before the function returns, within the store's deadline, and not at all once
/// `context` died. Errors say what a person can do: KeychainLocked, NoKeychain, KeychainRefused, Timeout where it does
/// not answer (whether a write was done is then not known), Io.
class CredentialStore {
public:
    virtual ~CredentialStore() = default;

    /// NotFound: there is none of this name.
    using ReadDone = std::function<void(Result<Secret>)>;
    virtual void read(const CredentialKey &key, QObject *context, ReadDone done) = 0;
    /// Adds or replaces. InvalidInput and TooLarge as checkCredential() says.
    using Done = std::function<void(Result<void>)>;
    virtual void write(const CredentialKey &key, Secret value, QObject *context, Done done) = 0;
    /// None of this name is no error.
    virtual void remove(const CredentialKey &key, QObject *context, Done done) = 0;

    /// The names that are known without asking the keychain, in order. One that is missing here may be there all the
    /// same.
    virtual std::vector<CredentialKey> stored() const = 0;
};

inline constexpr qsizetype credentialLimit = qsizetype{1024} * 1024;

/// What can be stored and given to a program: text in UTF-8, not empty, without NUL, under credentialLimit bytes.
Result<void> checkCredential(const Secret &value);

} // namespace pasarela
