// SPDX-License-Identifier: MIT
#include "app/commandline.h"

#include "app/claude/connectoptions.h"
#include "ui/language.h"

#include <QCommandLineParser>

#include <algorithm>
#include <array>
#include <string_view>

namespace pasarela {
namespace {

const QString quitName = QStringLiteral("quit");
const QString aboutName = QStringLiteral("about");
const QString selfTestName = QStringLiteral("selftest");
const QString helpName = QStringLiteral("help");
const QString versionName = QStringLiteral("version");
const QString minimizedName = QStringLiteral("minimized");
const QString homeName = QStringLiteral("home");
const QString languageName = QStringLiteral("language");

void addOptions(QCommandLineParser &parser)
{
    // The command line is in English, as the other programs' is.
    parser.setApplicationDescription(
        QStringLiteral("Shows and supervises Pasarela: one door to all tools for every AI app on this computer."));
    parser.addOptions({
        {minimizedName, QStringLiteral("Start without a window, as at login.")},
        {quitName, QStringLiteral("End the running tray app. Services keep running.")},
        {aboutName, QStringLiteral("Print what this program is.")},
        {selfTestName, QStringLiteral("Check that this installation is whole.")},
        {homeName, QStringLiteral("Keep all files and sockets in <folder>."), QStringLiteral("folder")},
        {languageName, QStringLiteral("Use this language: en, es."), QStringLiteral("code")},
        {{QStringLiteral("h"), helpName}, QStringLiteral("Print this help.")},
        {{QStringLiteral("v"), versionName}, QStringLiteral("Print the version.")},
    });
}

CommandLine wrong(const QString &problem)
{
    CommandLine line;
    line.what = CommandLine::What::WrongUsage;
    line.problem = QStringLiteral("pasarela: %1; see pasarela --help").arg(problem);
    return line;
}

} // namespace

CommandLine CommandLine::parse(const QStringList &arguments)
{
    QCommandLineParser parser;
    addOptions(parser);
    if (!parser.parse(arguments)) {
        const QString unknown = parser.unknownOptionNames().value(0);
        return wrong(needsConnect(unknown) ? QStringLiteral("--%1 goes with --connect; %2").arg(unknown, connectUsage())
                                           : parser.errorText());
    }
    if (!parser.positionalArguments().isEmpty())
        return wrong(QStringLiteral("unexpected argument: %1").arg(parser.positionalArguments().constFirst()));

    CommandLine line;
    line.minimized = parser.isSet(minimizedName);
    line.home = parser.value(homeName);
    line.language = parser.value(languageName);
    if (!line.language.isEmpty() && !Language::available().contains(line.language))
        return wrong(QStringLiteral("no such language: %1 (there are: %2)")
                         .arg(line.language, Language::available().join(QStringLiteral(", "))));
    const std::array<std::pair<QString, What>, 5> commands = {{{helpName, What::Help},
                                                               {versionName, What::Version},
                                                               {quitName, What::Quit},
                                                               {aboutName, What::About},
                                                               {selfTestName, What::SelfTest}}};
    for (const auto &[name, what] : commands) {
        if (!parser.isSet(name))
            continue;
        if (line.what != What::Run)
            return wrong(QStringLiteral("--%1 cannot be combined with another command").arg(name));
        line.what = what;
    }
    return line;
}

QString CommandLine::help()
{
    QCommandLineParser parser;
    addOptions(parser);
    return parser.helpText() + u'\n' + connectHelp();
}

bool CommandLine::needsNoDisplay(int argc, const char *const *argv)
{
    static constexpr std::array<std::string_view, 7> names = {"--quit", "--about",   "--selftest", "--help",
                                                              "-h",     "--version", "-v"};
    return std::any_of(argv + 1, argv + argc, [](const char *argument) {
        if (std::find(names.begin(), names.end(), argument) != names.end())
            return true;
        const QString word = QString::fromLocal8Bit(argument);
        return word.startsWith(QLatin1String("--")) && needsConnect(word.mid(2).section(u'=', 0, 0));
    });
}

} // namespace pasarela
