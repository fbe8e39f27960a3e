// SPDX-License-Identifier: MIT
#include "app/claude/connectoptions.h"

#include <QCommandLineParser>

#include <algorithm>

namespace pasarela {

bool isConnect(const QStringList &arguments)
{
    return std::any_of(arguments.begin(), arguments.end(), [](const QString &argument) {
        return argument == QLatin1String("--connect") || argument.startsWith(QLatin1String("--connect="));
    });
}

Result<ConnectOptions> parseConnectOptions(const QStringList &arguments)
{
    QCommandLineParser parser;
    const auto option = [](const char *name, const char *value = nullptr) {
        return value ? QCommandLineOption(QLatin1String(name), {}, QLatin1String(value))
                     : QCommandLineOption(QLatin1String(name));
    };
    parser.addOptions({option("connect", "APP"), option("config", "FILE"), option("home", "DIR"), option("plan"),
                       option("apply"), option("undo"), option("json"), option("trust-all"), option("trust", "NAME"),
                       option("decide", "NAME=WHAT"), option("app-running", "HOW")});
    const auto wrong = [](const QString &what) {
        return Error{
            Error::Code::InvalidInput,
            what
                + QStringLiteral("; use: pasarela --connect claude-desktop [--config FILE] (--plan | --apply "
                                 "| --undo) [--json] [--trust-all | --trust NAME] [--decide NAME=migrate|leave]")};
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
