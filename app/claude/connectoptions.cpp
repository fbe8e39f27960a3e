// SPDX-License-Identifier: MIT
#include "app/claude/connectoptions.h"

#include <QCommandLineParser>

#include <algorithm>
#include <array>

namespace pasarela {

namespace {

struct Described {
    const char *name;
    const char *value; ///< Empty: it takes none.
    const char *what; ///< Empty: for tests, not in the help.
};

constexpr std::array<Described, 11> described = {{
    {"connect", "APP", "The app to connect; this version knows claude-desktop."},
    {"plan", "", "Show what would happen. Changes nothing."},
    {"apply", "", "Do it. A backup of the app's settings is kept."},
    {"undo", "", "Put everything back."},
    {"config", "FILE", "The app's settings file, where it is not the usual one."},
    {"trust", "NAME", "Let this service be started once, to see whether it works."},
    {"trust-all", "", "The same for every service."},
    {"decide", "NAME=WHAT", "migrate or leave: what becomes of a service that the plan asks about."},
    {"json", "", "With --plan: print one JSON document."},
    {"home", "DIR", "Keep all of Pasarela's files and sockets in DIR."},
    {"app-running", "HOW", ""},
}};

constexpr auto usage = "pasarela --connect claude-desktop (--plan | --apply | --undo)";

} // namespace

bool isConnect(const QStringList &arguments)
{
    return std::any_of(arguments.begin(), arguments.end(), [](const QString &argument) {
        return argument == QLatin1String("--connect") || argument.startsWith(QLatin1String("--connect="));
    });
}

bool needsConnect(const QString &option)
{
    return option != QLatin1String("home")
        && std::any_of(described.begin(), described.end(),
                       [&option](const Described &known) { return option == QLatin1String(known.name); });
}

QString connectUsage()
{
    return QStringLiteral("use: %1, and see pasarela --connect --help").arg(QLatin1String(usage));
}

QString connectHelp()
{
    constexpr int column = 22;
    QString text = QStringLiteral("Usage: %1 [options]\n"
                                  "Moves an AI app's services behind Pasarela, and back, without a window.\n\n"
                                  "Options:\n")
                       .arg(QLatin1String(usage));
    for (const Described &option : described) {
        const QString name = QStringLiteral("  --%1 %2").arg(QLatin1String(option.name), QLatin1String(option.value));
        if (*option.what)
            text += name.leftJustified(column) + QLatin1String(option.what) + u'\n';
    }
    return text;
}

Result<ConnectOptions> parseConnectOptions(const QStringList &arguments)
{
    // Looked for first: the parser would take it for the name of an app.
    if (arguments.contains(QLatin1String("--help")) || arguments.contains(QLatin1String("-h"))) {
        ConnectOptions options;
        options.action = ConnectOptions::Action::Help;
        return options;
    }
    QCommandLineParser parser;
    for (const Described &option : described)
        parser.addOption(QCommandLineOption(QLatin1String(option.name), {}, QLatin1String(option.value)));
    const auto wrong = [](const QString &what) {
        return Error{Error::Code::InvalidInput, what + QStringLiteral("; ") + connectUsage()};
    };
    if (!parser.parse(QStringList(QStringLiteral("pasarela")) + arguments))
        return wrong(parser.errorText());
    const int actions = int(parser.isSet(QStringLiteral("plan"))) + int(parser.isSet(QStringLiteral("apply")))
        + int(parser.isSet(QStringLiteral("undo")));
    if (actions != 1 || !parser.positionalArguments().isEmpty())
        return wrong(QStringLiteral("say one of --plan, --apply and --undo"));
    ConnectOptions options;
    options.app = parser.value(QStringLiteral("connect"));
    if (options.app != QLatin1String("claude-desktop"))
        return wrong(QStringLiteral("\"%1\" cannot be connected by this version").arg(options.app));
    options.action = parser.isSet(QStringLiteral("plan")) ? ConnectOptions::Action::Plan
        : parser.isSet(QStringLiteral("apply"))           ? ConnectOptions::Action::Apply
                                                          : ConnectOptions::Action::Undo;
    options.file = parser.value(QStringLiteral("config"));
    options.home = parser.value(QStringLiteral("home"));
    options.json = parser.isSet(QStringLiteral("json"));
    options.trustAll = parser.isSet(QStringLiteral("trust-all"));
    options.trusted = parser.values(QStringLiteral("trust"));
    options.assumeClosed = parser.value(QStringLiteral("app-running")) == QLatin1String("assume-closed");
    for (const QString &decision : parser.values(QStringLiteral("decide"))) {
        const qsizetype at = decision.lastIndexOf(u'=');
        const QString what = decision.mid(at + 1);
        if (at < 1 || (what != QLatin1String("migrate") && what != QLatin1String("leave")))
            return wrong(QStringLiteral("--decide takes NAME=migrate or NAME=leave"));
        options.decided.insert(decision.left(at),
                               what == QLatin1String("migrate") ? PlanAction::Migrate : PlanAction::Leave);
    }
    return options;
}

} // namespace pasarela
