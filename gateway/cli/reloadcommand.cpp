// SPDX-License-Identifier: MIT
#include "gateway/cli/reloadcommand.h"

#include "gateway/cli/gatewayconnection.h"

namespace pasarela {

namespace {

constexpr std::chrono::seconds answerWithin{30};

} // namespace

CommandForm reloadForm()
{
    return {QStringLiteral("reload"), {}, QStringLiteral("Lets the gateway read its configuration again."), {}, 0, 0};
}

int runReload(const CommandContext &context, const QStringList &args)
{
    const auto parsed = CommandArguments::parse(reloadForm(), context, args);
    if (const int *code = std::get_if<int>(&parsed))
        return *code;
    GatewayConnection connection(context);
    if (const Result<void> open = opened(connection, StartGateway::Never); !open)
        return failedToOpen(context, open.error());
    const auto answer = answered(connection.client(), control::method::reload, {}, answerWithin);
    if (!answer) {
        context.err << answer.error().detail << '\n';
        return ExitFailed;
    }
    if (context.json)
        context.out << QString::fromUtf8(*answer) << '\n';
    else
        context.out << "The gateway uses " << context.paths.configFile() << " as it is now.\n";
    return ExitDone;
}

} // namespace pasarela
