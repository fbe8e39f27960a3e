// SPDX-License-Identifier: MIT
#include "gateway/cli/callcommand.h"

#include "gateway/base/jsonscanner.h"
#include "gateway/base/jsonview.h"
#include "gateway/base/printable.h"
#include "gateway/cli/gatewayconnection.h"
#include "gateway/cli/toolresult.h"

namespace pasarela {

namespace {

constexpr int longestTimeout = 24 * 60 * 60;
constexpr std::chrono::seconds margin{5}; ///< For the gateway to say itself that the time is over.

int wrongUsage(const CommandContext &context, const QString &what)
{
    context.err << what << '\n';
    return ExitUsage;
}

/// What is wrong with the arguments of the tool; empty: nothing.
QString problemIn(const QString &tool, const QByteArray &json)
{
    const JsonScan scan = scanJson(json, {});
    if (!scan.fault && jsonTypeOf(scan.root.in(json)) == JsonType::Object)
        return {};
    const QString what = scan.fault ? QStringLiteral("are no JSON (byte %1: %2)")
                                          .arg(QString::number(scan.fault->offset), QLatin1String(scan.fault->what))
                                    : QStringLiteral("are no JSON object");
    return QStringLiteral("The tool's arguments %1; write them like this: pasarela-gateway call %2 "
                          "'{\"message\":\"hola\"}'")
        .arg(what, printableLine(tool));
}

QByteArray paramsOf(const CommandArguments &arguments, const QByteArray &toolArguments, int timeout)
{
    QByteArray params = "{\"tool\":" + jsonQuoted(arguments.positional().constFirst());
    for (const char *name : {"client", "account"}) {
        if (const QString option = QLatin1String(name); arguments.isSet(option))
            params += QByteArray(",\"") + name + "\":" + jsonQuoted(arguments.value(option));
    }
    return params + ",\"timeout\":" + QByteArray::number(timeout) + ",\"arguments\":" + toolArguments + '}';
}

int print(const CommandContext &context, const QByteArray &json)
{
    const ToolResult result = toolResult(json);
    if (context.json)
        context.out << QString::fromUtf8(json) << '\n';
    else if (!result.isError)
        context.out << result.text << '\n';
    if (result.isError)
        context.err << result.text << '\n';
    return result.isError ? ExitFailed : ExitDone;
}

} // namespace

CommandForm callForm()
{
    return {QStringLiteral("call"),
            QStringLiteral("TOOL [JSON]"),
            QStringLiteral("Calls one tool with the arguments in JSON, and prints what it answers."),
            {{QStringLiteral("client"), QStringLiteral("As this client would, like claude-desktop."),
              QStringLiteral("NAME")},
             {QStringLiteral("account"), QStringLiteral("With this account of the enclave."), QStringLiteral("A")},
             {QStringLiteral("timeout"),
              QStringLiteral("Seconds the call may take once its session stands; else %1.")
                  .arg(control::defaultCallTimeout.count()),
              QStringLiteral("S"), QString::number(control::defaultCallTimeout.count())},
             {QStringLiteral("no-start"), QStringLiteral("Does not start a gateway where none runs.")}},
            1,
            2};
}

int runCall(const CommandContext &context, const QStringList &args)
{
    const auto parsed = CommandArguments::parse(callForm(), context, args);
    if (const int *code = std::get_if<int>(&parsed))
        return *code;
    const auto &arguments = std::get<CommandArguments>(parsed);
    if (const auto code = refusedClient(callForm(), context, arguments))
        return *code;
    bool isNumber = false;
    const int timeout = arguments.value(QStringLiteral("timeout")).toInt(&isNumber);
    if (!isNumber || timeout < 1 || timeout > longestTimeout)
        return wrongUsage(context, QStringLiteral("--timeout takes seconds from 1 to %1.").arg(longestTimeout));
    const QByteArray toolArguments = arguments.positional().value(1, QStringLiteral("{}")).toUtf8();
    if (const QString problem = problemIn(arguments.positional().constFirst(), toolArguments); !problem.isEmpty())
        return wrongUsage(context, problem);

    GatewayConnection connection(context);
    const bool mayStart = !arguments.isSet(QStringLiteral("no-start"));
    if (const auto open = opened(connection, mayStart ? StartGateway::IfNone : StartGateway::Never); !open)
        return failedToOpen(context, open.error());
    const auto answer =
        answered(connection.client(), control::method::call, paramsOf(arguments, toolArguments, timeout),
                 std::chrono::seconds(timeout) + control::sessionWait + margin);
    if (!answer) {
        context.err << answer.error().detail << '\n';
        return ExitFailed;
    }
    return print(context, *answer);
}

} // namespace pasarela
