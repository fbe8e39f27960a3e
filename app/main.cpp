// SPDX-License-Identifier: MIT
#include "app/claude/connectcommand.h"
#include "app/claude/connectoptions.h"
#include "app/commands.h"
#include "app/console.h"
#include "app/displaycheck.h"

#include <QApplication>

#include <optional>

using namespace pasarela;

int main(int argc, char **argv)
{
    useParentConsole();
    QCoreApplication::setApplicationName(QStringLiteral("pasarela"));
    QCoreApplication::setApplicationVersion(QStringLiteral(PASARELA_VERSION));
    QGuiApplication::setApplicationDisplayName(QStringLiteral("Pasarela"));
    QGuiApplication::setDesktopFileName(QStringLiteral("pasarela"));

    if (CommandLine::needsNoDisplay(argc, argv)) {
        const QCoreApplication application(argc, argv);
        if (const QStringList arguments = QCoreApplication::arguments().mid(1); isConnect(arguments))
            return runConnect(arguments);
        return runCommand(CommandLine::parse(QCoreApplication::arguments()));
    }
    std::optional<DisplayCheck> check(std::in_place);
    QApplication application(argc, argv);
    check.reset();
    const CommandLine line = CommandLine::parse(QCoreApplication::arguments());
    return line.what == CommandLine::What::Run ? runTray(application, line) : runCommand(line);
}
