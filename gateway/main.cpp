// SPDX-License-Identifier: MIT
#include "gateway/cli/commands.h"
#include "gateway/cli/globaloptions.h"
#include "gateway/runcommand.h"

#include <QCoreApplication>
#include <QTextStream>

int main(int argc, char *argv[])
{
    QCoreApplication application(argc, argv);
    QCoreApplication::setApplicationName(QStringLiteral("pasarela-gateway"));
    QCoreApplication::setApplicationVersion(QStringLiteral(PASARELA_VERSION));

    const QStringList arguments = QCoreApplication::arguments().mid(1);
    const auto options = pasarela::takeGlobalOptions(arguments);
    if (options && options->isRun())
        return pasarela::runGateway(application, options->home, options->rest);
    QTextStream out(stdout);
    QTextStream err(stderr);
    return pasarela::runCommand(arguments, {out, err});
}
