// SPDX-License-Identifier: MIT
#pragma once

#include "app/claude/connectoptions.h"
#include "app/claude/migrationplan.h"

#include <QString>

namespace pasarela {

/// What to do after `--plan`: the line to type that carries it out, with everything that it needs, as the shell of this
/// system takes it. Services that wait for a decision stay where they are, in this line; so do those that are not among
/// the trusted ones, where a person named some. `program` as it was typed.
QString nextStep(const QString &program, const ConnectOptions &options, const MigrationPlan &plan);

/// Behind the reason why a row waits: " (--decide NAME=leave)"; empty where the file is to be corrected.
QString hintFor(const PlanRow &row);

} // namespace pasarela
