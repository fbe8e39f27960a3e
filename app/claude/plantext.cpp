// SPDX-License-Identifier: MIT
#include "app/claude/plantext.h"

#include "app/claude/applyline.h"
#include "app/claude/maskedsettings.h"
#include "app/claude/secrettext.h"
#include "gateway/base/printable.h"

#include <nlohmann/json.hpp>

#include <QDir>

namespace pasarela {

using Json = nlohmann::ordered_json;

namespace {

const char *wordOf(PlanAction action)
{
    switch (action) {
    case PlanAction::Migrate:
        return "migrate";
    case PlanAction::Leave:
        return "leave";
    case PlanAction::Decide:
        return "decide";
    }
    return "";
}

Json rowAsJson(const PlanRow &row)
{
    Json json = {
        {"name", row.entry.name.toStdString()}, {"action", wordOf(row.action)}, {"reason", row.reason.toStdString()}};
    if (row.action == PlanAction::Migrate) {
        json["enclave"] = row.enclave.text().toStdString();
        json["exists"] = row.exists;
    }
    if (row.action == PlanAction::Decide) {
        Json choices = Json::array();
        for (const QString &choice : choicesFor(row))
            choices.push_back(choice.toStdString());
        json["choices"] = choices;
    }
    json["command"] = withoutSecrets(row.entry.command).toStdString();
    Json variables = Json::array();
    for (auto it = row.entry.env.cbegin(); it != row.entry.env.cend(); ++it)
        variables.push_back(it.key().toStdString());
    json["variables"] = variables;
    return json;
}

QString diffLine(const char *mark, const QString &line)
{
    return QLatin1String(mark) + line.chopped(line.endsWith(u'\r') ? 1 : 0);
}

} // namespace

QString planDiff(const MigrationPlan &plan)
{
    if (plan.changesNothing())
        return {};
    const QStringList before = QString::fromUtf8(settingsWithoutSecrets(plan.before)).split(u'\n');
    const QStringList after = QString::fromUtf8(settingsWithoutSecrets(plan.after)).split(u'\n');
    qsizetype start = 0;
    while (start < before.size() && start < after.size() && before.at(start) == after.at(start))
        ++start;
    qsizetype tail = 0;
    while (tail < before.size() - start && tail < after.size() - start
           && before.at(before.size() - 1 - tail) == after.at(after.size() - 1 - tail))
        ++tail;
    QStringList lines;
    if (start > 0)
        lines.append(diffLine("  ", before.at(start - 1)));
    for (qsizetype i = start; i < before.size() - tail; ++i)
        lines.append(diffLine("- ", before.at(i)));
    for (qsizetype i = start; i < after.size() - tail; ++i)
        lines.append(diffLine("+ ", after.at(i)));
    if (tail > 0)
        lines.append(diffLine("  ", before.at(before.size() - tail)));
    return lines.join(u'\n');
}

QByteArray planAsJson(const PlanContext &context, const MigrationPlan &plan)
{
    Json candidates = Json::array();
    for (const ClaudeCandidate &candidate : context.candidates)
        candidates.push_back({{"path", candidate.file.toStdString()},
                              {"kind", candidate.kind.toStdString()},
                              {"live", candidate.live},
                              {"why", candidate.why.toStdString()}});
    Json servers = Json::array();
    for (const PlanRow &row : plan.rows)
        servers.push_back(rowAsJson(row));
    Json problems = Json::array();
    if (!context.problem.isEmpty())
        problems.push_back(context.problem.toStdString());
    const Json json = {{"app", "claude-desktop"},
                       {"candidates", candidates},
                       {"file", context.file.toStdString()},
                       {"exists", context.exists},
                       {"appRuns", context.appRuns},
                       {"unfinished", context.unfinished},
                       {"problems", problems},
                       {"servers", servers},
                       {"changes", context.problem.isEmpty() && !plan.changesNothing()},
                       {"diff", context.problem.isEmpty() ? planDiff(plan).toStdString() : std::string()}};
    return QByteArray::fromStdString(json.dump(2, ' ', true, Json::error_handler_t::replace)) + '\n';
}

QString planAsText(const PlanContext &context, const MigrationPlan &plan)
{
    QStringList lines;
    for (const ClaudeCandidate &candidate : context.candidates)
        lines.append(QStringLiteral("%1 %2\n  %3")
                         .arg(candidate.live ? QStringLiteral("*") : QStringLiteral(" "),
                              printableWhole(QDir::toNativeSeparators(candidate.file)), printableWhole(candidate.why)));
    if (context.unfinished)
        lines.append(QStringLiteral("An earlier run ended in the middle; --apply and --undo tidy that up first."));
    if (!context.problem.isEmpty())
        return lines.join(u'\n');
    for (const PlanRow &row : plan.rows) {
        QString line = QStringLiteral("%1: %2").arg(printableWhole(row.entry.name), QLatin1String(wordOf(row.action)));
        if (row.action == PlanAction::Migrate)
            line += QStringLiteral(" as %1").arg(row.enclave.text());
        if (!row.reason.isEmpty())
            line += QStringLiteral(". ") + printableWhole(row.reason);
        lines.append(row.action == PlanAction::Decide ? line + hintFor(row) : line);
    }
    if (context.appRuns)
        lines.append(QStringLiteral("Claude runs. Quit it before --apply: it would write its old settings back."));
    if (!plan.changesNothing())
        lines.append(printableText(planDiff(plan)));
    else if (!plan.isOpen())
        lines.append(QStringLiteral("Nothing is to be done."));
    return lines.join(u'\n');
}

} // namespace pasarela
