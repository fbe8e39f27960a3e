// SPDX-License-Identifier: MIT
#include "app/claude/connectcommand.h"

#include "app/claude/applyline.h"
#include "app/claude/applyrun.h"
#include "app/claude/claudelocations.h"
#include "app/claude/clauderunning.h"
#include "app/claude/connectoptions.h"
#include "app/claude/maskedsettings.h"
#include "app/claude/plantext.h"
#include "app/claude/settingsfile.h"
#include "app/claude/undo.h"
#include "app/claude/unfinished.h"
#include "gateway/base/atomicfile.h"
#include "gateway/base/printable.h"
#include "gateway/base/stopsignal.h"

#include <QCoreApplication>
#include <QDir>
#include <QFileInfo>
#include <QLockFile>
#include <QTextStream>

#include <algorithm>
#include <cstdio>

namespace pasarela {

namespace {

/// Everything said may hold text from elsewhere.
void say(std::FILE *where, const QString &text)
{
    QTextStream(where) << printableText(text) << Qt::endl;
}

int fail(const QString &sentence, int exitCode = 1)
{
    say(stderr, QStringLiteral("pasarela: ") + sentence);
    return exitCode;
}

QString bridgeProgram()
{
    // Windows keeps the suffix of the program that runs.
    const QFileInfo self(QCoreApplication::applicationFilePath());
    const QString suffix = self.suffix().isEmpty() ? QString() : u'.' + self.suffix();
    return QDir::toNativeSeparators(self.dir().filePath(QStringLiteral("pasarela-bridge") + suffix));
}

/// A name that was mistyped must not become a new file. An app that was opened but has no settings yet is another
/// matter; but then its folder is known, and nobody needs to name it. Links to nowhere are readSettings()'s to tell.
QString problemWithNamed(const QString &file)
{
    const QFileInfo info(file);
    if (info.exists() || info.isSymbolicLink())
        return {};
    const auto known = findClaude();
    const bool isLive = std::any_of(known.begin(), known.end(), [&file](const ClaudeCandidate &candidate) {
        return candidate.live && candidate.file == file;
    });
    return isLive ? QString()
                  : QStringLiteral("there is no file \"%1\"; see whether --config names the right one")
                        .arg(QDir::toNativeSeparators(file));
}

Result<PlanContext> findFile(const ConnectOptions &options)
{
    PlanContext context;
    context.appRuns = !options.assumeClosed && isClaudeRunning();
    if (!options.file.isEmpty()) {
        const QString path = QDir::cleanPath(QFileInfo(options.file).absoluteFilePath());
        context.candidates = {{path, QStringLiteral("named"), true, QStringLiteral("Named with --config.")}};
    } else {
        context.candidates = findClaude();
    }
    const auto meant = theOneMeant(context.candidates);
    if (meant) {
        context.file = meant->file;
        context.exists = QFileInfo::exists(context.file);
        if (!options.file.isEmpty())
            context.problem = problemWithNamed(context.file);
    } else if (options.action == ConnectOptions::Action::Plan) {
        context.problem = meant.error().detail;
    } else {
        return meant.error();
    }
    return context;
}

/// Empty, and the context says why, where none can be made.
MigrationPlan makePlan(const ConnectOptions &options, const Paths &paths, PlanContext &context)
{
    context.unfinished = hasUnfinishedBackup(paths);
    if (!context.problem.isEmpty())
        return {};
    PlanInput input;
    const auto bytes = readSettings(context.file);
    const auto config = ConfigEdit(paths).read();
    if (!config || !bytes) {
        context.problem = config ? bytes.error().detail : config.error().detail;
        return {};
    }
    input.bytes = *bytes;
    input.config = config->config;
    input.ownEntry = ownEntry(bridgeProgram(), paths.home());
    input.passEnv = claudeSafeVariables();
    input.decided = options.decided;
    auto plan = planMigration(input);
    if (plan)
        return *plan;
    context.problem = QStringLiteral("%1, %2. The file stays as it is; correct it there first")
                          .arg(QDir::toNativeSeparators(context.file), withoutFullStop(plan.error().detail));
    return {};
}

/// A name that was mistyped must not pass for a decision about another one.
QString unknownName(const ConnectOptions &options, const MigrationPlan &plan)
{
    for (const QString &name : options.decided.keys() + options.trusted) {
        const bool known = std::any_of(plan.rows.begin(), plan.rows.end(),
                                       [&name](const PlanRow &row) { return row.entry.name == name; });
        if (!known)
            return printableWhole(
                QStringLiteral("there is no service \"%1\" in the file; --plan lists what there is").arg(name));
    }
    return {};
}

/// Why a plan may not be carried out yet; empty: it may.
QString objection(const ConnectOptions &options, const PlanContext &context, const MigrationPlan &plan)
{
    if (!context.problem.isEmpty())
        return context.problem;
    if (const QString unknown = unknownName(options, plan); !unknown.isEmpty())
        return unknown;
    if (!plan.changesNothing()) {
        if (const QString obstacle = obstacleToWriting(context.file); !obstacle.isEmpty())
            return obstacle;
    }
    if (context.appRuns)
        return QStringLiteral(
            "Claude runs; quit it first (its window's X only hides it), because it would write its old settings back");
    QStringList open;
    QStringList untrusted;
    for (const PlanRow &row : plan.rows) {
        if (row.action == PlanAction::Decide)
            open.append(printableWhole(QStringLiteral("%1: %2").arg(row.entry.name, row.reason)) + hintFor(row));
        if (row.action == PlanAction::Migrate && !options.trustAll && !options.trusted.contains(row.entry.name))
            untrusted.append(
                printableWhole(QStringLiteral("%1 (%2)").arg(row.entry.name, commandWithoutSecrets(row.entry))));
    }
    if (!open.isEmpty())
        return QStringLiteral("a decision is needed: ") + open.join(QStringLiteral("; "));
    if (!untrusted.isEmpty())
        return QStringLiteral(
                   "each of these programs would be started once; say --trust NAME or --trust-all if you trust them, "
                   "--decide NAME=leave where you do not: ")
            + untrusted.join(QStringLiteral("; "));
    return {};
}

int apply(const Paths &paths, const PlanContext &context, const MigrationPlan &plan)
{
    ApplyRun run(paths, context.file, plan);
    const StopSignal stop;
    QObject::connect(&stop, &StopSignal::received, &run, &ApplyRun::cancel);
    QObject::connect(&run, &ApplyRun::progress, [](const QString &line) { say(stderr, line); });
    run.start([](const Result<void> &done) {
        if (done)
            say(stdout, QStringLiteral("Claude is connected. Open it, and ask: \"What can you do with Pasarela?\""));
        QCoreApplication::exit(done ? 0 : fail(done.error().detail));
    });
    return QCoreApplication::exec();
}

int undo(const Paths &paths, const PlanContext &context)
{
    if (context.appRuns)
        return fail(QStringLiteral("Claude runs; quit it first, because it would write its present settings back"));
    const auto outcome = undoConnect(paths, context.file);
    if (!outcome)
        return fail(outcome.error().detail);
    say(stdout,
        outcome->exact ? QStringLiteral("Everything is as it was before.")
                       : QStringLiteral("Your services are back in Claude's settings, beside what changed since."));
    return 0;
}

int printPlan(const ConnectOptions &options, const PlanContext &context, const MigrationPlan &plan)
{
    // A plan is shown beside a name that is not in it.
    const QString problem = context.problem.isEmpty() ? unknownName(options, plan) : context.problem;
    if (options.json) {
        PlanContext whole = context;
        whole.problem = problem;
        QTextStream(stdout) << QString::fromUtf8(planAsJson(whole, plan)) << Qt::flush;
    } else {
        if (const QString text = planAsText(context, plan); !text.isEmpty())
            say(stdout, text);
        if (problem.isEmpty())
            say(stdout, nextStep(QCoreApplication::arguments().constFirst(), options, plan));
    }
    return problem.isEmpty() ? 0 : fail(printableWhole(problem));
}

/// Under the lock, and with nothing left of earlier runs.
int change(const ConnectOptions &options, const Paths &paths, PlanContext &context)
{
    if (options.action == ConnectOptions::Action::Undo)
        return undo(paths, context);
    const MigrationPlan plan = makePlan(options, paths, context);
    if (const QString why = objection(options, context, plan); !why.isEmpty())
        return fail(why);
    if (plan.changesNothing()) {
        say(stdout, QStringLiteral("Nothing is to be done: Claude is connected already."));
        return 0;
    }
    return apply(paths, context, plan);
}

} // namespace

int runConnect(const QStringList &arguments)
{
    const auto options = parseConnectOptions(arguments);
    if (!options)
        return fail(options.error().detail, 2);
    if (options->action == ConnectOptions::Action::Help) {
        say(stdout, connectHelp().trimmed());
        return 0;
    }
    const auto paths = Paths::locate(options->home);
    if (!paths && options->action == ConnectOptions::Action::Plan) {
        PlanContext nowhere;
        nowhere.problem = paths.error().detail;
        return printPlan(*options, nowhere, {});
    }
    if (!paths)
        return fail(paths.error().detail);
    auto context = findFile(*options);
    if (!context)
        return fail(context.error().detail);
    if (options->action == ConnectOptions::Action::Plan) {
        const MigrationPlan plan = makePlan(*options, *paths, *context);
        return printPlan(*options, *context, plan);
    }
    if (const auto made = paths->create(); !made)
        return fail(made.error().detail);
    const auto lock = lockConnecting(*paths);
    if (!lock)
        return fail(lock.error().detail);
    const auto settled = settleUnfinished(*paths);
    if (!settled)
        return fail(settled.error().detail);
    for (const QString &line : *settled)
        say(stderr, line);
    removeLeftovers(context->file);
    return change(*options, *paths, *context);
}

} // namespace pasarela
