// SPDX-License-Identifier: MIT
#include "gateway/cli/startcommand.h"

#include "gateway/cli/gatewayconnection.h"
#include "gateway/launch/stopwish.h"

namespace pasarela {

CommandForm startForm()
{
    return {QStringLiteral("start"),
            {},
            QStringLiteral("Starts the gateway in the background where none runs; takes a stop back."),
            {},
            0,
            0};
}

int runStart(const CommandContext &context, const QStringList &args)
{
    const auto parsed = CommandArguments::parse(startForm(), context, args);
    if (const int *code = std::get_if<int>(&parsed))
        return *code;
    GatewayConnection connection(context);
    Result<void> done = StopWish::remove(context.paths);
    if (done)
        done = opened(connection, StartGateway::IfNone);
    if (!done) {
        context.err << done.error().detail << '\n';
        return ExitFailed;
    }
    const qint64 process = connection.client().identity().processId;
    if (context.json)
        context.out << "{\"pid\":" << process << "}\n";
    else
        context.out << "The gateway is running, pid " << process << ".\n";
    return ExitDone;
}

} // namespace pasarela
