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
    QString file;        ///< The chosen one.
    bool exists = false;
    bool appRuns = false;
    QString problem;     ///< Why the file cannot be taken; then there is no plan.
};

/// For `--plan --json`: one document; names, never values of variables.
QByteArray planAsJson(const PlanContext &context, const MigrationPlan &plan);
/// The same for people.
QString planAsText(const PlanContext &context, const MigrationPlan &plan);

/// Lines that go and lines that come, with one line around, marked "-" and "+". Values of variables are left out.
QString planDiff(const MigrationPlan &plan);

} // namespace pasarela
