// SPDX-License-Identifier: MIT
#include "gateway/credentials/keychainerror.h"

namespace pasarela {

namespace {

/// ": what it said", or nothing.
QString inItsWords(const QString &detail)
{
    return detail.isEmpty() ? QString() : QStringLiteral(" (%1)").arg(withoutFullStop(detail.trimmed()));
}

} // namespace

Error keychainError(const KeychainFault &fault, const CredentialKey &key)
{
    using Kind = KeychainFault::Kind;
    const QString said = inItsWords(fault.detail);
    switch (fault.kind) {
    case Kind::NotFound:
        return {Error::Code::NotFound, QStringLiteral("The password store has no key \"%1\".").arg(key.name())};
    case Kind::Absent:
        return {Error::Code::NoKeychain,
                QStringLiteral("There is no password store%1. %2").arg(said, adviceWithoutKeychain())};
    case Kind::Locked:
        return {Error::Code::KeychainLocked,
                QStringLiteral("The password store is locked%1. %2").arg(said, adviceWhenLocked())};
    case Kind::Denied:
        return {Error::Code::KeychainRefused,
                QStringLiteral("The password store did not let Pasarela use the key \"%1\"%2. Try again and allow it.")
                    .arg(key.name(), said)};
    case Kind::Failed:
        break;
    }
    return {
        Error::Code::Io,
        QStringLiteral("The password store could not handle the key \"%1\"%2. Try again; if it stays so, log in anew.")
            .arg(key.name(), said)};
}

Error keychainTooSlow(const CredentialKey &key)
{
    return {Error::Code::Timeout,
            QStringLiteral("The password store did not answer about the key \"%1\" in time. See whether it asks for "
                           "its password in a window, then try again.")
                .arg(key.name())};
}

Error otherKeychain(const QString &known, const QString &found, const QString &index)
{
    return {Error::Code::NoKeychain,
            QStringLiteral("Pasarela's keys lie in %1, and this computer offers %2 instead now. Log in as before; or, "
                           "to enter all keys anew, stop Pasarela and remove \"%3\".")
                .arg(keychainTitle(known), keychainTitle(found), index)};
}

QString keychainTitle(const QString &backend)
{
    if (backend == QLatin1String("secret-service"))
        return QStringLiteral("the Secret Service (GNOME keyring or the like)");
    if (backend == QLatin1String("kwallet"))
        return QStringLiteral("KWallet");
    if (backend == QLatin1String("macos"))
        return QStringLiteral("the macOS keychain");
    if (backend == QLatin1String("windows"))
        return QStringLiteral("the Windows Credential Manager");
    return QStringLiteral("\"%1\"").arg(backend);
}

} // namespace pasarela
