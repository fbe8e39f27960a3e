// SPDX-License-Identifier: MIT
// Written from the manual pages; not yet compiled on a Mac.
#include "gateway/launch/gatewaylauncher.h"

#include "gateway/base/runtimefolder.h"
#include "gateway/base/useraccount.h"
#include "gateway/launch/uservariables.h"

#include <unistd.h>

namespace pasarela {

/// The keychain and the window server find the session by the bootstrap port, not by variables; only the account's are
/// filled in.
QProcessEnvironment desktopEnvironment(const QProcessEnvironment &from)
{
    QProcessEnvironment environment = userVariables(from);
    const UserAccount account = userAccount(::geteuid());
    const auto insertMissing = [&environment](const QString &name, const QString &value) {
        if (!value.isEmpty() && !environment.contains(name))
            environment.insert(name, value);
    };
    insertMissing(QStringLiteral("HOME"), userHome());
    insertMissing(QStringLiteral("USER"), account.name);
    insertMissing(QStringLiteral("LOGNAME"), account.name);
    insertMissing(QStringLiteral("SHELL"), account.shell);
    insertMissing(QStringLiteral("PATH"), QStringLiteral("/usr/local/bin:/usr/bin:/bin:/usr/sbin:/sbin"));
    insertMissing(QStringLiteral("TMPDIR"), runtimeFolder());
    return environment;
}

} // namespace pasarela
