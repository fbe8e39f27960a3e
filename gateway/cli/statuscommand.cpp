// SPDX-License-Identifier: MIT
#include "gateway/cli/statuscommand.h"

#include "gateway/cli/await.h"
#include "gateway/cli/gatewayconnection.h"
#include "gateway/cli/statustext.h"

namespace pasarela {

namespace {

using namespace std::chrono_literals;

constexpr auto answerWithin = 10s;
constexpr char unreadable[] = "The gateway sent a state that cannot be read; is it of another version?";

int failed(const CommandContext &context, const QString &why, int code = ExitFailed)
{
    context.err << why << '\n';
    return code;
}

/// False where nobody reads it any more.
bool print(const CommandContext &context, const Snapshot &snapshot, bool again)
{
    if (context.json)
        context.out << QString::fromUtf8(toJson(snapshot)) << '\n';
    else
        context.out << (again ? "\n" : "") << statusText(snapshot, QDateTime::currentDateTimeUtc());
    context.out.flush();
    return context.out.status() == QTextStream::Ok;
}

/// Until the gateway leaves, which is a failure of its own kind: there is none to watch.
int watch(const CommandContext &context, ControlClient &client)
{
    const auto end = await<Result<void>>([&](const std::function<void(Result<void>)> &done) {
        QObject::connect(&client, &ControlClient::disconnected, &client, [done] {
            done(Error{Error::Code::Closed, QStringLiteral("The gateway has left.")});
        });
        QObject::connect(&client, &ControlClient::snapshotChanged, &client, [&context, done](const Snapshot &snapshot) {
            if (!print(context, snapshot, true))
                done(Error{Error::Code::Io, QStringLiteral("Nobody reads the status any more.")});
        });
        client.subscribe([&context, done](const Result<Snapshot> &snapshot) {
            if (!snapshot)
                done(snapshot.error());
            else if (!print(context, *snapshot, false))
                done(Error{Error::Code::Io, QStringLiteral("Nobody reads the status any more.")});
        });
    });
    client.disconnect();
    return failed(context, end.error().detail, end.error().code == Error::Code::Closed ? ExitNoGateway : ExitFailed);
}

} // namespace

CommandForm statusForm()
{
    return {QStringLiteral("status"),
            {},
            QStringLiteral("Says what the gateway, its enclaves, sessions and clients do."),
            {{QStringLiteral("watch"), QStringLiteral("Goes on, and says it again at each change.")}},
            0,
            0};
}

int runStatus(const CommandContext &context, const QStringList &args)
{
    auto parsed = CommandArguments::parse(statusForm(), context, args);
    if (const int *code = std::get_if<int>(&parsed))
        return *code;
    GatewayConnection connection(context);
    if (const Result<void> open = opened(connection, StartGateway::Never); !open)
        return failedToOpen(context, open.error());
    if (std::get<CommandArguments>(parsed).isSet(QStringLiteral("watch")))
        return watch(context, connection.client());

    const auto answer = answered(connection.client(), control::method::status, {}, answerWithin);
    if (!answer)
        return failed(context, answer.error().detail);
    const auto snapshot = snapshotFromJson(*answer);
    if (!snapshot)
        return failed(context, QLatin1String(unreadable));
    if (context.json)
        context.out << QString::fromUtf8(*answer) << '\n'; // also what only a later gateway knows
    else
        print(context, *snapshot, false);
    return ExitDone;
}

} // namespace pasarela
