// SPDX-License-Identifier: MIT
#include "gateway/cli/auditcommand.h"

#include "gateway/audit/auditfiles.h"
#include "gateway/audit/auditreader.h"
#include "gateway/base/printable.h"
#include "gateway/cli/auditprinter.h"
#include "gateway/cli/sincetime.h"

namespace pasarela {

namespace {

const QString sinceOption = QStringLiteral("since");
const QString enclaveOption = QStringLiteral("enclave");
const QString csvOption = QStringLiteral("csv");

int wrongUsage(const CommandContext &context, const char *what)
{
    context.err << what << " See: pasarela-gateway audit --help\n";
    return ExitUsage;
}

QString noCalls(const AuditFilter &filter)
{
    QString text = QStringLiteral("There are no calls in the audit");
    if (!filter.enclave.isEmpty())
        text += QStringLiteral(" to \"%1\"").arg(printableLine(filter.enclave.text()));
    if (filter.since.isValid())
        text += QStringLiteral(" since %1").arg(auditTimeText(filter.since));
    return text + QStringLiteral(".\n");
}

int print(const CommandContext &context, const AuditFilter &filter, AuditPrinter::Form form)
{
    AuditPrinter printer(context.out, form);
    const auto read =
        readAudit(auditFolder(context.paths), filter,
                  [&printer](const AuditEvent &event, const QByteArray &line) { return printer.print(event, line); });
    if (read || !printer.isEmpty())
        printer.finish();
    if (!read) {
        context.err << printableText(read.error().detail) << '\n';
        return ExitFailed;
    }
    if (printer.isEmpty() && form == AuditPrinter::Form::Text)
        context.out << noCalls(filter);
    return ExitDone;
}

} // namespace

CommandForm auditForm()
{
    return {QStringLiteral("audit"),
            {},
            QStringLiteral("Lists the tool calls that were made: who, what, when and how it went."),
            {{sinceOption, QStringLiteral("From then on: 15m, 2h, 7d, 2026-01-31, \"2026-01-31 10:42\"."),
              QStringLiteral("T")},
             {enclaveOption, QStringLiteral("Calls to this enclave."), QStringLiteral("E")},
             {csvOption, QStringLiteral("For a spreadsheet: values separated by commas.")}},
            0,
            0};
}

int runAudit(const CommandContext &context, const QStringList &args)
{
    const auto parsed = CommandArguments::parse(auditForm(), context, args);
    if (const int *code = std::get_if<int>(&parsed))
        return *code;
    const auto &arguments = std::get<CommandArguments>(parsed);
    const bool csv = arguments.isSet(csvOption);
    if (csv && context.json)
        return wrongUsage(context, "--json and --csv are two forms; choose one.");
    AuditFilter filter;
    filter.enclave = EnclaveId(arguments.value(enclaveOption));
    if (arguments.isSet(sinceOption)) {
        const auto since = sinceTime(arguments.value(sinceOption), QDateTime::currentDateTime());
        if (!since)
            return wrongUsage(context, "--since takes a time such as 15m, 2h, 7d, 2026-01-31 or \"2026-01-31 10:42\".");
        filter.since = *since;
    }
    using Form = AuditPrinter::Form;
    return print(context, filter, context.json ? Form::Json : csv ? Form::Csv : Form::Text);
}

} // namespace pasarela
