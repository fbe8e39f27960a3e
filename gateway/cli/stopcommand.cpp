// SPDX-License-Identifier: MIT
#include "gateway/cli/stopcommand.h"

#include "gateway/cli/await.h"
#include "gateway/cli/gatewayconnection.h"
#include "gateway/cli/gatewaystop.h"
#include "gateway/launch/stopwish.h"

namespace pasarela {

namespace {

int report(const CommandContext &context, bool wasRunning)
{
    if (context.json)
        context.out << (wasRunning ? "{\"stopped\":true}\n" : "{\"stopped\":false}\n");
    else
        context.out << (wasRunning ? "The gateway has stopped and stays so until it is started.\n"
                                   : "The gateway was not running and stays so until it is started.\n");
    return ExitDone;
}

int failed(const CommandContext &context, const Error &error)
{
    context.err << error.detail << '\n';
    return ExitFailed;
}

} // namespace

CommandForm stopForm()
{
    return {QStringLiteral("stop"),
            {},
            QStringLiteral(
                "Stops the gateway; bridges do not start it again until it was started by hand or at the next login."),
            {},
            0,
            0};
}

int runStop(const CommandContext &context, const QStringList &args)
{
    const auto parsed = CommandArguments::parse(stopForm(), context, args);
    if (const int *code = std::get_if<int>(&parsed))
        return *code;
    return stopGateway(context, {});
}

namespace {

/// A disk that is full must not keep the gateway running.
Error stoppedForNow(const Error &notRecorded)
{
    return {notRecorded.code,
            QStringLiteral("The gateway has stopped, but an app may start it again, because the wish could not be "
                           "written down: %1")
                .arg(notRecorded.detail)};
}

} // namespace

int stopGateway(const CommandContext &context, const StopTimes &times)
{
    // First, or a bridge starts the next one at once.
    const Result<void> recorded = StopWish::record(context.paths, QStringLiteral("command"));
    GatewayConnection connection(context);
    if (const Result<void> open = opened(connection, StartGateway::Never); !open) {
        const bool none =
            open.error().code == Error::Code::Unavailable || open.error().code == Error::Code::StoppedByPerson;
        if (!none)
            return failed(context, open.error());
        return recorded ? report(context, false) : failed(context, recorded.error());
    }
    GatewayStop stop(connection.client(), times);
    const auto gone = await<Result<void>>([&stop](const std::function<void(Result<void>)> &done) { stop.start(done); });
    if (!gone)
        return failed(context, gone.error());
    return recorded ? report(context, true) : failed(context, stoppedForNow(recorded.error()));
}

} // namespace pasarela
