// SPDX-License-Identifier: MIT
#include "gateway/cli/commands.h"

#include "gateway/cli/accountcommands.h"
#include "gateway/cli/auditcommand.h"
#include "gateway/cli/callcommand.h"
#include "gateway/cli/checkcommand.h"
#include "gateway/cli/enclavecommands.h"
#include "gateway/cli/gatewayconnection.h"
#include "gateway/cli/globaloptions.h"
#include "gateway/cli/reloadcommand.h"
#include "gateway/cli/secretinput.h"
#include "gateway/cli/startcommand.h"
#include "gateway/cli/statuscommand.h"
#include "gateway/cli/stopcommand.h"
#include "gateway/cli/texttable.h"
#include "gateway/cli/toolscommand.h"

#include <vector>

namespace pasarela {

namespace {

constexpr std::chrono::seconds askWithin{30};
constexpr std::chrono::seconds personWithin{120}; ///< A keychain may ask a person for its password.

struct Command {
    QString word;
    QString arguments;
    QString summary;
    int (*run)(const CommandContext &context, const QStringList &args);
};

Command commandOf(const CommandForm &form, int (*run)(const CommandContext &, const QStringList &))
{
    return {form.words, form.arguments, form.summary, run};
}

const std::vector<Command> &commands()
{
    static const std::vector<Command> table = {
        commandOf(statusForm(), runStatus),
        commandOf(startForm(), runStart),
        commandOf(stopForm(), runStop),
        commandOf(reloadForm(), runReload),
        commandOf(toolsForm(), runTools),
        commandOf(callForm(), runCall),
        commandOf(auditForm(), runAudit),
        {QStringLiteral("enclave"), QStringLiteral("list|add|remove|enable|disable|restart"),
         QStringLiteral("Lists and edits enclaves; a running gateway takes the change at once."), runEnclave},
        {QStringLiteral("account"), QStringLiteral("list|set|remove|use"),
         QStringLiteral("Lists accounts, stores and removes their secrets, chooses who uses which."), runAccount},
        {QStringLiteral("check"), QStringLiteral("[FILE]"), QStringLiteral("Says what is wrong in a configuration."),
         runCheck},
    };
    return table;
}

QString overview()
{
    TextTable table({QStringLiteral("Command"), QStringLiteral("What it does")});
    table.add({QStringLiteral("run"), QStringLiteral("Runs the gateway in the foreground; the default.")});
    for (const Command &command : commands()) {
        const QString words =
            command.arguments.isEmpty() ? command.word : command.word + QLatin1Char(' ') + command.arguments;
        table.add({words, command.summary});
    }
    return QStringLiteral("Usage: pasarela-gateway [COMMAND] [--json] [--home DIR] [--help] [--version]\n\n")
        + table.text() + QStringLiteral("\nMore on one: pasarela-gateway COMMAND --help\n");
}

int unknown(const Streams &streams, const QString &word)
{
    QStringList words{QStringLiteral("run")};
    for (const Command &command : commands())
        words.append(command.word);
    streams.err << "There is no command \"" << word << "\". There are: " << words.join(QStringLiteral(", ")) << ".\n";
    return ExitUsage;
}

CommandContext::Ask askOf(const CommandContext &context)
{
    return [&context](const char *method, const QByteArray &params) -> Result<QByteArray> {
        GatewayConnection connection(context);
        if (const Result<void> open = opened(connection, StartGateway::Never); !open) {
            const bool stopped = open.error().code == Error::Code::StoppedByPerson;
            return stopped ? Error{Error::Code::Unavailable, open.error().detail} : open.error();
        }
        return answered(connection.client(), method, params,
                        QByteArrayView(method).startsWith("account.") ? personWithin : askWithin);
    };
}

int runIn(const Command &command, const GlobalOptions &options, const Streams &streams,
          const CommandContext::Launch &launch)
{
    const Result<Paths> paths = Paths::locate(options.home);
    if (!paths) {
        streams.err << paths.error().detail << '\n';
        return ExitFailed;
    }
    CommandContext context{*paths, options.json, streams.out, streams.err, {}, launch, readSecret};
    context.ask = askOf(context);
    return command.run(context, options.rest.mid(1));
}

} // namespace

int runCommand(const QStringList &arguments, Streams streams, const CommandContext::Launch &launch)
{
    const Result<GlobalOptions> options = takeGlobalOptions(arguments);
    if (!options) {
        streams.err << options.error().detail << '\n';
        return ExitUsage;
    }
    if (options->version) {
        streams.out << "pasarela-gateway " PASARELA_VERSION "\n";
        return ExitDone;
    }
    const QString word = options->rest.value(0);
    if (word == QLatin1String("--help") || word == QLatin1String("-h")) {
        streams.out << overview();
        return ExitDone;
    }
    for (const Command &command : commands()) {
        if (command.word == word)
            return runIn(command, *options, streams, launch);
    }
    return unknown(streams, word);
}

} // namespace pasarela
