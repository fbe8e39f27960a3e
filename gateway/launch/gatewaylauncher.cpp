// SPDX-License-Identifier: MIT
#include "gateway/launch/gatewaylauncher.h"

#include "gateway/launch/detachedprocess.h"
#include "gateway/launch/stopwish.h"

#include <QCoreApplication>
#include <QDir>
#include <QFileInfo>

namespace pasarela {

namespace {

const QString programName = QStringLiteral("pasarela-gateway" PASARELA_PROGRAM_SUFFIX);

/// Why nothing may be started now.
Result<void> mayStart(const Paths &paths)
{
    if (const auto wish = StopWish::read(paths)) {
        return Error{
            Error::Code::StoppedByPerson,
            QStringLiteral(
                "Pasarela was stopped on purpose (%1). Press Start in Pasarela, or run \"pasarela-gateway start\".")
                .arg(wish->since.toLocalTime().toString(Qt::ISODate))};
    }
    if (upgradeHoldUntil(paths))
        return Error{Error::Code::Unavailable, QStringLiteral("Pasarela is being upgraded; try again in a moment.")};
    return {};
}

} // namespace

QString gatewayExecutable()
{
    const QString named = qEnvironmentVariable("PASARELA_GATEWAY");
    return named.isEmpty() ? QDir(QCoreApplication::applicationDirPath()).filePath(programName) : named;
}

Result<void> launchGateway(const Paths &paths, const QString &failureFile)
{
    const Result<void> allowed = mayStart(paths);
    if (!allowed)
        return allowed;
    DetachedProgram gateway;
    gateway.program = gatewayExecutable();
    const QFileInfo file(gateway.program);
    if (!file.isAbsolute() || !file.isFile() || !file.isExecutable()) {
        return Error{Error::Code::NotFound,
                     QStringLiteral("There is no program \"%1\"; install Pasarela again.").arg(gateway.program)};
    }
    gateway.arguments = {QStringLiteral("run"), QStringLiteral("--started-by"), QStringLiteral("launcher")};
    if (!failureFile.isEmpty())
        gateway.arguments << QStringLiteral("--failure-file") << failureFile;
    if (paths.hasOwnHome())
        gateway.arguments << QStringLiteral("--home") << paths.home();
    gateway.environment = desktopEnvironment(QProcessEnvironment::systemEnvironment());
    return startDetached(gateway);
}

} // namespace pasarela
