// SPDX-License-Identifier: MIT
#include "gateway/cli/commandarguments.h"

#include "gateway/cli/texttable.h"
#include "gateway/config/confignames.h"

namespace pasarela {

namespace {

int wrongUsage(const CommandContext &context, const CommandForm &form, const QString &what)
{
    context.err << what << " See: pasarela-gateway " << form.words << " --help\n";
    return ExitUsage;
}

QString optionText(const QCommandLineOption &option)
{
    const QString name = QStringLiteral("--") + option.names().constFirst();
    return option.valueName().isEmpty() ? name : name + QLatin1Char(' ') + option.valueName();
}

} // namespace

std::variant<CommandArguments, int> CommandArguments::parse(const CommandForm &form, const CommandContext &context,
                                                            const QStringList &args)
{
    CommandArguments arguments;
    arguments.m_parser = std::make_unique<QCommandLineParser>();
    QCommandLineParser &parser = *arguments.m_parser;
    const QCommandLineOption help(QStringList{QStringLiteral("help"), QStringLiteral("h")});
    parser.addOption(help);
    parser.addOptions(form.options);
    const bool parsed = parser.parse(QStringList{QStringLiteral("pasarela-gateway")} + args);
    if (parser.isSet(help)) {
        context.out << helpText(form);
        return ExitDone;
    }
    if (!parsed)
        return wrongUsage(context, form, parser.errorText());
    const qsizetype count = parser.positionalArguments().size();
    if (count < form.least || count > form.most) {
        const QString what = form.most == 0 ? QStringLiteral("\"%1\" takes no arguments.").arg(form.words)
                                            : QStringLiteral("\"%1\" takes %2.").arg(form.words, form.arguments);
        return wrongUsage(context, form, what);
    }
    return arguments;
}

std::optional<int> refusedClient(const CommandForm &form, const CommandContext &context,
                                 const CommandArguments &arguments)
{
    const auto option = QStringLiteral("client");
    if (!arguments.isSet(option) || isOtherName(arguments.value(option)))
        return std::nullopt;
    return wrongUsage(context, form,
                      QStringLiteral("--client takes a name of small letters, digits and . _ @ + -, such as "
                                     "claude-desktop."));
}

QString helpText(const CommandForm &form)
{
    QString text = QStringLiteral("Usage: pasarela-gateway %1").arg(form.words);
    if (!form.arguments.isEmpty())
        text += QLatin1Char(' ') + form.arguments;
    text += QStringLiteral(" [options]\n\n%1\n\n").arg(form.summary);
    TextTable options({QStringLiteral("Option"), QStringLiteral("Meaning")});
    for (const QCommandLineOption &option : form.options)
        options.add({optionText(option), option.description()});
    options.add({QStringLiteral("--json"), QStringLiteral("One JSON document on stdout, nothing else there.")});
    options.add({QStringLiteral("--home DIR"), QStringLiteral("All files and sockets lie in DIR (PASARELA_HOME).")});
    options.add({QStringLiteral("--help"), QStringLiteral("This.")});
    options.add({QStringLiteral("--version"), QStringLiteral("The version.")});
    return text + options.text();
}

} // namespace pasarela
