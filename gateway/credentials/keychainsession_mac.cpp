// SPDX-License-Identifier: MIT
#include "gateway/credentials/keychainbackend.h"
#include "gateway/credentials/keychainsession.h"

namespace pasarela {

void askKeychainSession(QObject *context, std::function<void(const KeychainSession &)> done)
{
    // There always is one, and it asks for its password by itself.
    QMetaObject::invokeMethod(
        context,
        [done = std::move(done)] {
            done({KeychainSession::State::Open, QStringLiteral("macos"), {}});
        },
        Qt::QueuedConnection);
}

QString adviceWithoutKeychain()
{
    return QStringLiteral("Log in to the desktop, or name a file in PASARELA_CREDENTIALS_FILE (see README.md).");
}

QString adviceWhenLocked()
{
    return QStringLiteral("Unlock it in Keychain Access, then try again.");
}

} // namespace pasarela
