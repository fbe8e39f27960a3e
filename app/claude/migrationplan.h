// SPDX-License-Identifier: MIT
#pragma once

#include "app/claude/claudeconfig.h"
#include "gateway/base/result.h"
#include "gateway/config/gatewayconfig.h"

#include <QMap>
#include <QString>

#include <vector>

namespace pasarela {

enum class PlanAction {
    Migrate, ///< Becomes an enclave; its entry is taken out.
    Leave, ///< Stays as it is.
    Decide, ///< A person must say which.
};

struct PlanRow {
    ClaudeEntry entry;
    PlanAction action = PlanAction::Leave;
    QString reason; ///< One sentence; empty for a plain migration.
    EnclaveId enclave; ///< Of a migration: what it becomes.
    EnclaveConfig config;
    bool exists = false; ///< That enclave is in our configuration already.
    bool mayMigrate = false; ///< A person may decide so; else something is to be corrected in the file first.
    bool mayLeave = false; ///< Likewise.
};

/// What can be said of a row that waits for a decision: `NAME=migrate`, `NAME=leave`, both, or nothing.
QStringList choicesFor(const PlanRow &row);

/// What would happen to Claude's settings. Made from bytes and facts alone; nothing is started, fetched or written.
struct MigrationPlan {
    std::vector<PlanRow> rows;
    QByteArray before;
    QByteArray after; ///< The same bytes where nothing is to be done.
    bool isOpen() const; ///< A row waits for a decision.
    bool changesNothing() const { return before == after; }
};

struct PlanInput {
    QByteArray bytes; ///< Of the file; empty where there is none.
    GatewayConfig config; ///< Ours, as it is.
    QByteArray ownEntry;
    QStringList passEnv; ///< What the app hands to its servers on this system.
    QMap<QString, PlanAction> decided; ///< By a person, per entry name.
};

/// InvalidInput where the file is not well-formed; it is then left as it is.
Result<MigrationPlan> planMigration(const PlanInput &input);

/// A name for an enclave out of an entry's: `^[a-z0-9][a-z0-9-]{0,23}$`, not reserved, not taken.
EnclaveId enclaveNameFor(const QString &entry, const QMap<EnclaveId, EnclaveConfig> &taken);

/// The variables Claude Desktop passes to servers (spec/claude-config.md): they go on working with the same ones.
QStringList claudeSafeVariables();

} // namespace pasarela
