// SPDX-License-Identifier: MIT
#pragma once

#include "app/claude/claudelocations.h"
#include "app/claude/migrationplan.h"

#include <QByteArray>
#include <QString>

namespace pasarela {

/// What a plan is about.
struct PlanContext {
    std::vector<ClaudeCandidate> candidates;
    QString file; ///< The chosen one.
    bool exists = false;
    bool appRuns = false;
    bool unfinished = false; ///< An earlier run ended in the middle.
    QString problem; ///< Why the file cannot be taken; then there is no plan.
};

/// For `--plan --json`: one document in ASCII; names, never keys (maskedsettings.h).
QByteArray planAsJson(const PlanContext &context, const MigrationPlan &plan);
/// The same for people, printable whatever the file holds; without the problem.
QString planAsText(const PlanContext &context, const MigrationPlan &plan);

/// Lines that go and lines that come, with one line around, marked "-" and "+". Keys are left out.
/// As the file has it: not made printable.
QString planDiff(const MigrationPlan &plan);

} // namespace pasarela
