// SPDX-License-Identifier: MIT
#include "gateway/launch/gatewaylauncher.h"

#include "gateway/base/runtimefolder.h"
#include "gateway/base/useraccount.h"
#include "gateway/launch/systemdenvironment.h"
#include "gateway/launch/uservariables.h"

#include <QFileInfo>

#include <sys/stat.h>
#include <unistd.h>

namespace pasarela {

namespace {

bool isSocket(const QString &path)
{
    struct stat status = {};
    return ::stat(path.toLocal8Bit().constData(), &status) == 0 && S_ISSOCK(status.st_mode);
}

void insertMissing(QProcessEnvironment &environment, const char *name, const QString &value)
{
    if (!value.isEmpty() && !environment.contains(QLatin1String(name)))
        environment.insert(QLatin1String(name), value);
}

void insertAccount(QProcessEnvironment &environment)
{
    const UserAccount account = userAccount(::geteuid());
    insertMissing(environment, "HOME", userHome());
    insertMissing(environment, "USER", account.name);
    insertMissing(environment, "LOGNAME", account.name);
    insertMissing(environment, "SHELL", account.shell);
    insertMissing(environment, "PATH", QStringLiteral("/usr/local/bin:/usr/bin:/bin"));
}

/// What stands on nearly every desktop, where nobody tells us better.
void insertUsual(QProcessEnvironment &environment, const QString &runtime)
{
    if (isSocket(runtime + QStringLiteral("/bus")))
        insertMissing(environment, "DBUS_SESSION_BUS_ADDRESS", QStringLiteral("unix:path=%1/bus").arg(runtime));
    if (isSocket(runtime + QStringLiteral("/wayland-0")))
        insertMissing(environment, "WAYLAND_DISPLAY", QStringLiteral("wayland-0"));
}

} // namespace

QProcessEnvironment desktopEnvironment(const QProcessEnvironment &from)
{
    QProcessEnvironment environment = userVariables(from);
    insertAccount(environment);
    const QString runtime = runtimeFolder();
    if (runtime.isEmpty())
        return environment;
    environment.insert(QStringLiteral("XDG_RUNTIME_DIR"), runtime);
    const bool hasDisplay =
        environment.contains(QStringLiteral("DISPLAY")) || environment.contains(QStringLiteral("WAYLAND_DISPLAY"));
    if (!hasDisplay || !environment.contains(QStringLiteral("DBUS_SESSION_BUS_ADDRESS"))) {
        const QProcessEnvironment session = userVariables(systemdUserEnvironment(runtime));
        const QStringList names = session.keys();
        for (const QString &name : names)
            insertMissing(environment, name.toLatin1().constData(), session.value(name));
    }
    insertUsual(environment, runtime);
    return environment;
}

} // namespace pasarela
