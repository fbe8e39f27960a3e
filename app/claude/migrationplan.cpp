// SPDX-License-Identifier: MIT
#include "app/claude/migrationplan.h"

#include "app/claude/secondlook.h"
#include "app/claude/secretlooks.h"
#include "gateway/base/printable.h"

#include <QDir>
#include <QRegularExpression>

#include <algorithm>

namespace pasarela {

namespace {

const QString origin = QStringLiteral("claude-desktop");

/// What a person would not see as it is, among it what reads from right to left.
bool hasInvisible(const QString &text)
{
    return printableWhole(text) != text;
}

bool isShellWrapper(const ClaudeEntry &entry)
{
    return programName(entry.command).compare(QLatin1String("cmd"), Qt::CaseInsensitive) == 0
        && entry.args.value(0).compare(QLatin1String("/c"), Qt::CaseInsensitive) == 0;
}

bool isRelative(const QString &command)
{
    const bool named = !command.contains(u'/') && !command.contains(u'\\');
    const bool windowsAbsolute = command.size() > 2 && command.at(1) == u':';
    return !named && !QDir::isAbsolutePath(command) && !windowsAbsolute && !command.startsWith(QLatin1String("~/"));
}

/// Why a person must look at an entry before it moves; empty: it may.
QString doubtAbout(const ClaudeEntry &entry)
{
    if (const QStringList secrets = likelySecrets(entry); !secrets.isEmpty())
        return QStringLiteral("It seems to hold a key (%1). Keys belong in the password store; until this version can "
                              "move them there, "
                              "leave it.")
            .arg(secrets.join(QStringLiteral(", ")));
    const QStringList texts = QStringList(entry.command) + entry.args + entry.env.keys();
    const bool odd = std::any_of(texts.begin(), texts.end(), hasInvisible);
    if (odd)
        return QStringLiteral("Its command holds invisible characters, perhaps from single backslashes. Correct it in "
                              "the file, or leave it.");
    if (isShellWrapper(entry))
        return QStringLiteral("It starts through cmd /c. Write the program itself, or leave it.");
    if (isRelative(entry.command))
        return QStringLiteral("Its command is a relative path. Write the whole path, or leave it.");
    if (entry.saysDisabled)
        return QStringLiteral("It is marked as disabled, which Claude does not know: it starts it all the same.");
    return {};
}

EnclaveConfig enclaveOf(const ClaudeEntry &entry, const QStringList &passEnv)
{
    EnclaveConfig enclave;
    enclave.launch = StdioLaunch{entry.command, entry.args};
    enclave.env = entry.env;
    enclave.passEnv = passEnv;
    enclave.origin = origin;
    if (entry.name != entry.name.toLower())
        enclave.title = entry.name;
    return enclave;
}

/// The enclave that already is what this entry would become.
EnclaveId sameLaunch(const EnclaveConfig &enclave, const QMap<EnclaveId, EnclaveConfig> &known)
{
    for (auto it = known.cbegin(); it != known.cend(); ++it) {
        if (it->launch == enclave.launch && it->env == enclave.env && it->origin == enclave.origin)
            return it.key();
    }
    return {};
}

/// Ours must have that name, so another one cannot stay under it.
void keepOwnNameFree(PlanRow &row)
{
    if (row.entry.name != ownEntryName)
        return;
    row.mayLeave = false;
    if (row.action != PlanAction::Leave)
        return;
    row.action = PlanAction::Decide;
    row.reason =
        QStringLiteral("Pasarela's own entry needs the name \"%1\". Give this one another name in the file first.")
            .arg(ownEntryName);
}

PlanRow rowFor(const ClaudeEntry &entry, const PlanInput &input, const QMap<EnclaveId, EnclaveConfig> &taken)
{
    PlanRow row;
    row.entry = entry;
    row.mayMigrate = entry.problem.isEmpty() && likelySecrets(entry).isEmpty();
    row.mayLeave = true;
    if (isOwnEntry(entry)) {
        row.reason = QStringLiteral("This is Pasarela's own entry.");
        return row;
    }
    if (entry.ofExtension) {
        row.reason = QStringLiteral("It belongs to an extension, which Claude manages itself.");
        return row;
    }
    const auto decided = input.decided.constFind(entry.name);
    if (decided != input.decided.cend() && *decided == PlanAction::Leave) {
        row.reason = QStringLiteral("Left, as decided.");
        return row;
    }
    if (!entry.problem.isEmpty()) {
        row.action = PlanAction::Decide;
        row.reason = QStringLiteral("Claude cannot start it: %1. Correct it, or leave it.").arg(entry.problem);
        return row;
    }
    if (const QString doubt = doubtAbout(entry); !doubt.isEmpty()) {
        if (decided == input.decided.cend() || !row.mayMigrate) {
            row.action = PlanAction::Decide;
            row.reason = doubt;
            return row;
        }
    }
    row.action = PlanAction::Migrate;
    row.config = enclaveOf(entry, input.passEnv);
    row.enclave = sameLaunch(row.config, input.config.enclaves);
    row.exists = !row.enclave.isEmpty();
    if (!row.exists)
        row.enclave = enclaveNameFor(entry.name, taken);
    return row;
}

PlanRow planRow(const ClaudeEntry &entry, const PlanInput &input, const QMap<EnclaveId, EnclaveConfig> &taken)
{
    PlanRow row = rowFor(entry, input, taken);
    if (!isOwnEntry(entry))
        keepOwnNameFree(row);
    return row;
}

} // namespace

QStringList choicesFor(const PlanRow &row)
{
    QStringList choices;
    if (row.mayMigrate)
        choices.append(row.entry.name + QStringLiteral("=migrate"));
    if (row.mayLeave)
        choices.append(row.entry.name + QStringLiteral("=leave"));
    return choices;
}

bool MigrationPlan::isOpen() const
{
    return std::any_of(rows.begin(), rows.end(), [](const PlanRow &row) { return row.action == PlanAction::Decide; });
}

Result<MigrationPlan> planMigration(const PlanInput &input)
{
    MigrationPlan plan;
    plan.before = input.bytes;
    const QByteArray text = input.bytes.isNull() ? QByteArrayLiteral("{}\n") : input.bytes;
    const auto config = readClaudeConfig(text);
    if (!config)
        return config.error();

    QMap<EnclaveId, EnclaveConfig> taken = input.config.enclaves;
    QStringList without;
    QByteArray present;
    for (const ClaudeEntry &entry : config->entries) {
        PlanRow row = planRow(entry, input, taken);
        if (row.action == PlanAction::Migrate) {
            without.append(entry.name);
            taken.insert(row.enclave, row.config);
        }
        if (isOwnEntry(entry))
            present = entry.raw;
        plan.rows.push_back(std::move(row));
    }
    std::vector<NamedEntry> with;
    const bool nameIsFree = std::none_of(plan.rows.begin(), plan.rows.end(), [](const PlanRow &row) {
        return row.entry.name == ownEntryName && row.action == PlanAction::Decide;
    });
    if (nameIsFree && (present.isNull() || !hasSameTokens(present, input.ownEntry)))
        with.push_back({ownEntryName, input.ownEntry, JsonForm::Fitted});
    plan.after = plan.before;
    if (without.isEmpty() && with.empty())
        return plan;
    auto after = withServers(text, without, with);
    if (!after)
        return after.error();
    plan.after = std::move(*after);
    return plan;
}

EnclaveId enclaveNameFor(const QString &entry, const QMap<EnclaveId, EnclaveConfig> &taken)
{
    static const QRegularExpression illegal(QStringLiteral("[^a-z0-9]+"));
    static const QRegularExpression edges(QStringLiteral("^-+|-+$"));
    constexpr int limit = 24;
    QString name = entry.toLower().replace(illegal, QStringLiteral("-")).remove(edges).left(limit).remove(edges);
    if (name.isEmpty() || name == QLatin1String("pasarela") || name == QLatin1String("relay"))
        name = name.isEmpty() ? QStringLiteral("service") : name + QStringLiteral("-service");
    QString unique = name;
    for (int i = 2; taken.contains(EnclaveId(unique)); ++i) {
        const QString suffix = QStringLiteral("-%1").arg(i);
        unique = name.left(limit - suffix.size()) + suffix;
    }
    return EnclaveId(unique);
}

} // namespace pasarela
