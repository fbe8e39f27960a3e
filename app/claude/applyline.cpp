// SPDX-License-Identifier: MIT
#include "app/claude/applyline.h"

#include "app/claude/shellword.h"
#include "gateway/base/printable.h"

#include <QDir>
#include <QFileInfo>

#include <algorithm>

namespace pasarela {

namespace {

bool onWindows()
{
    return QDir::separator() == u'\\';
}

std::optional<QString> shellWord(const QString &word)
{
    return onWindows() ? windowsShellWord(word) : posixWord(word);
}

std::optional<TypedLine> typedLine(const QStringList &words)
{
    return onWindows() ? windowsLine(words) : posixLine(words);
}

/// On Windows a line may have to be typed in another folder.
QString fromAnywhere(const QString &path)
{
    return onWindows() ? QDir::toNativeSeparators(QFileInfo(path).absoluteFilePath()) : path;
}

bool canBeTyped(const QString &text)
{
    return printableWhole(text) == text;
}

/// What the line says of a service that waits: to leave it, which changes nothing. Empty: it must be corrected.
QString careful(const PlanRow &row)
{
    return row.mayLeave && canBeTyped(row.entry.name) ? row.entry.name + QStringLiteral("=leave") : QString();
}

/// Whether a person named the services that they trust, and this is none of them: it is not started then.
bool isLeftOut(const ConnectOptions &options, const PlanRow &row)
{
    return row.action == PlanAction::Migrate && !options.trustAll && !options.trusted.isEmpty()
        && !options.trusted.contains(row.entry.name);
}

QStringList decisions(const ConnectOptions &options, const MigrationPlan &plan)
{
    QStringList words;
    for (const PlanRow &row : plan.rows) {
        const auto decided = options.decided.constFind(row.entry.name);
        if (row.action == PlanAction::Decide || isLeftOut(options, row))
            words.append(careful(row));
        else if (decided != options.decided.cend())
            words.append(row.entry.name
                         + (*decided == PlanAction::Leave ? QStringLiteral("=leave") : QStringLiteral("=migrate")));
    }
    return words;
}

/// As a person said it of those that start; where they said nothing, all.
QStringList trustFor(const ConnectOptions &options, const MigrationPlan &plan)
{
    QStringList words;
    for (const PlanRow &row : plan.rows) {
        if (row.action != PlanAction::Migrate || isLeftOut(options, row))
            continue;
        if (options.trustAll || options.trusted.isEmpty())
            return {QStringLiteral("--trust-all")};
        words << QStringLiteral("--trust") << row.entry.name;
    }
    return words;
}

} // namespace

QString hintFor(const PlanRow &row)
{
    const QStringList choices = choicesFor(row);
    if (choices.isEmpty() || !canBeTyped(row.entry.name))
        return {};
    QStringList words;
    for (const QString &choice : choices) {
        const auto word = shellWord(choice);
        if (!word)
            return {};
        words.append(*word);
    }
    return QStringLiteral(" (--decide %1)").arg(words.join(QLatin1String(" or ")));
}

QString nextStep(const QString &program, const ConnectOptions &options, const MigrationPlan &plan)
{
    const QStringList decided = decisions(options, plan);
    if (decided.contains(QString()))
        return QStringLiteral("Correct the file first where it says so, then look again.");
    if (plan.changesNothing())
        return QStringLiteral("Claude is connected already.");
    QStringList words{program, QStringLiteral("--connect"), options.app};
    if (!options.home.isEmpty())
        words << QStringLiteral("--home") << fromAnywhere(options.home);
    if (!options.file.isEmpty())
        words << QStringLiteral("--config") << fromAnywhere(options.file);
    words << QStringLiteral("--apply");
    const QStringList trust = trustFor(options, plan);
    words << trust;
    for (const QString &decision : decided)
        words << QStringLiteral("--decide") << decision;
    const auto typed = typedLine(words);
    if (!typed)
        return QStringLiteral("To do this, no line can be typed here: a name or a path in it has a character that a "
                              "terminal of Windows changes (as % ! ^ $ ` or a quote). Rename that first, then look "
                              "again.");
    const QString where = typed->folder.isEmpty()
        ? QString()
        : QStringLiteral("Open a terminal in the folder %1 first.\n").arg(QDir::toNativeSeparators(typed->folder));
    return where
        + (!trust.isEmpty()
               ? QStringLiteral("To do this, with Claude closed (each service is started once, as one you trust):\n  ")
               : QStringLiteral("To do this, with Claude closed:\n  "))
        + typed->line;
}

} // namespace pasarela
