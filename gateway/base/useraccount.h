// SPDX-License-Identifier: MIT
#pragma once

#include "gateway/base/result.h"

#include <QString>

namespace pasarela {

/// What the system knows about a user (getpwuid(3)); empty where it knows nothing.
struct UserAccount {
    QString name;
    QString home;
    QString shell;
};

UserAccount userAccount(quint32 userId);

/// The user's home: HOME where it is an absolute path, else the account's; empty where neither is there.
QString userHome();
/// The same, where there must be one: an absolute path, or InvalidInput with what to do.
Result<QString> knownUserHome();

} // namespace pasarela
