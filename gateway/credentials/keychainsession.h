// SPDX-License-Identifier: MIT
#pragma once

#include <QObject>
#include <QString>

#include <functional>

namespace pasarela {

/// What QtKeychain does not tell: whether this session has a keychain at all, which, and whether it is locked. A locked
/// keychain that nobody unlocks looks to QtKeychain like one without the value.
struct KeychainSession {
    enum class State { Absent, Locked, Open };
    State state = State::Open;
    QString backend; ///< The one that QtKeychain takes here: "secret-service", "kwallet", "macos".
    QString detail; ///< Why it is absent, in the system's words; may be empty.
};

/// Once, never before this returns, at most some seconds later, not at all once `context` died.
void askKeychainSession(QObject *context, std::function<void(const KeychainSession &)> done);

} // namespace pasarela
