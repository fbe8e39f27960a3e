// SPDX-License-Identifier: MIT
#include "gateway/cli/toolscommand.h"

#include "gateway/base/jsonscanner.h"
#include "gateway/base/jsonview.h"
#include "gateway/base/printable.h"
#include "gateway/cli/gatewayconnection.h"
#include "gateway/cli/texttable.h"

namespace pasarela {

namespace {

constexpr std::chrono::seconds answerWithin{60}; ///< Enclaves without a cache are asked first.
constexpr int descriptionWidth = 80;

QString text(QByteArrayView json, JsonSpan object, const char *name)
{
    const auto member = findMember(json, object, name);
    return member ? QString::fromUtf8(jsonStringValue(member->value.in(json))) : QString();
}

/// The first line of what a tool says of itself.
QString firstLine(const QString &description)
{
    return printableLine(description.trimmed().section(QLatin1Char('\n'), 0, 0), descriptionWidth);
}

int printTable(const CommandContext &context, const QByteArray &json)
{
    static const JsonPaths paths{{"tools"}};
    const JsonScan scan = scanJson(json, paths);
    if (!scan.ok() || !scan.values[0].exists()) {
        context.err << "The gateway sent a list that cannot be read; is it of another version?\n";
        return ExitFailed;
    }
    TextTable table({QStringLiteral("TOOL"), QStringLiteral("WHAT IT DOES")});
    JsonArrayReader tools(json, scan.values[0]);
    while (const auto tool = tools.next()) {
        const QString title = text(json, *tool, "title");
        const QString description = text(json, *tool, "description");
        table.add({printableLine(text(json, *tool, "name")), firstLine(description.isEmpty() ? title : description)});
    }
    context.out << (table.isEmpty() ? QStringLiteral("There are no tools.\n") : table.text());
    return ExitDone;
}

} // namespace

CommandForm toolsForm()
{
    return {QStringLiteral("tools"),
            {},
            QStringLiteral("Lists the tools that a client sees."),
            {{QStringLiteral("client"), QStringLiteral("As this client sees them."), QStringLiteral("NAME")},
             {QStringLiteral("no-start"), QStringLiteral("Does not start a gateway where none runs.")}},
            0,
            0};
}

int runTools(const CommandContext &context, const QStringList &args)
{
    const auto parsed = CommandArguments::parse(toolsForm(), context, args);
    if (const int *code = std::get_if<int>(&parsed))
        return *code;
    const auto &arguments = std::get<CommandArguments>(parsed);
    if (const auto code = refusedClient(toolsForm(), context, arguments))
        return *code;
    GatewayConnection connection(context);
    const bool mayStart = !arguments.isSet(QStringLiteral("no-start"));
    if (const auto open = opened(connection, mayStart ? StartGateway::IfNone : StartGateway::Never); !open)
        return failedToOpen(context, open.error());
    const QByteArray params = "{\"client\":" + jsonQuoted(arguments.value(QStringLiteral("client"))) + '}';
    const auto answer = answered(connection.client(), control::method::tools, params, answerWithin);
    if (!answer) {
        context.err << answer.error().detail << '\n';
        return ExitFailed;
    }
    if (!context.json)
        return printTable(context, *answer);
    context.out << QString::fromUtf8(*answer) << '\n';
    return ExitDone;
}

} // namespace pasarela
