// SPDX-License-Identifier: MIT
#include "app/claude/connectcommand.h"
#include "app/claude/connectoptions.h"
#include "app/commands.h"
#include "app/console.h"
#include "app/displaycheck.h"

#include <QApplication>

#include <algorithm>
#include <iterator>
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
    QStringList words;
    std::transform(argv, argv + argc, std::back_inserter(words),
                   [](const char *word) { return QString::fromLocal8Bit(word); });
    std::optional<DisplayCheck> check(std::in_place, CommandLine::parse(words).problem);
    QApplication application(argc, argv); // takes Qt's own options away: what it leaves is looked at again
    check.reset();
    const CommandLine line = CommandLine::parse(QCoreApplication::arguments());
    return line.what == CommandLine::What::Run ? runTray(application, line) : runCommand(line);
}
