// SPDX-License-Identifier: MIT
#include "gateway/base/useraccount.h"

#include <QDir>
#include <QFile>

#include <pwd.h>
#include <unistd.h>

namespace pasarela {

UserAccount userAccount(quint32 userId)
{
    const struct passwd *entry = ::getpwuid(userId);
    if (!entry)
        return {};
    return {QString::fromLocal8Bit(entry->pw_name), QFile::decodeName(entry->pw_dir),
            QFile::decodeName(entry->pw_shell)};
}

QString userHome()
{
    const QString home = qEnvironmentVariable("HOME");
    return QDir::isAbsolutePath(home) ? home : userAccount(::geteuid()).home;
}

Result<QString> knownUserHome()
{
    QString home = userHome();
    if (!QDir::isAbsolutePath(home))
        return Error{
            Error::Code::InvalidInput,
            QStringLiteral("Neither the environment (HOME) nor the system names a home for this user; set HOME.")};
    return home;
}

} // namespace pasarela
