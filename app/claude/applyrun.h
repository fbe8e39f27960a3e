// SPDX-License-Identifier: MIT
#pragma once

#include "app/claude/claudebackup.h"
#include "app/claude/gatewaysession.h"
#include "app/claude/migrationplan.h"
#include "gateway/base/paths.h"
#include "gateway/base/result.h"
#include "gateway/config/configedit.h"

#include <QElapsedTimer>
#include <QObject>
#include <QTimer>

#include <chrono>
#include <functional>
#include <optional>

namespace pasarela {

/// Carries out a plan in the order that loses nothing (spec/claude-config.md 5–7; decisions.md, *Seams*): gateway up →
/// backup → servers stored, switched off → each started once → Claude's file → servers switched on. Where a step fails,
/// the earlier ones are taken back; a service that does not start, whatever way, holds up nothing (spec/ui.md,
/// *Wizard*). Where the process ends, the next run does it (unfinished.h). Under
/// lockConnecting().
class ApplyRun : public QObject {
    Q_OBJECT

public:
    enum class Step { BackedUp, Stored, Tried, FileChanged, SwitchedOn };
    Q_ENUM(Step)

    ApplyRun(const Paths &paths, QString file, MigrationPlan plan, QObject *parent = nullptr);

    /// Once, never before this returns.
    void start(std::function<void(Result<void>)> done);
    /// The person does not want it any more: takes back what was done, and is done (Cancelled). Once Claude's file is
    /// changed, everything is there already, and the run ends well.
    void cancel();
    /// How often progress() says that a service is still being tried.
    void setReminderEvery(std::chrono::milliseconds interval) { m_reminder.setInterval(interval); }

Q_SIGNALS:
    /// A line for people: what is being done, how it went. Holds text from elsewhere.
    void progress(const QString &line);
    /// What is done, and on disk.
    void reached(pasarela::ApplyRun::Step step);

private:
    void backUp();
    void storeServers();
    void reload();
    void tryNext(size_t index);
    void onTried(size_t index, const Result<QByteArray> &answer);
    void changeFile();
    void switchOn();
    void fail(const Error &error);
    void finish(const Result<void> &outcome);
    void remind();

    Paths m_paths;
    QString m_file;
    MigrationPlan m_plan;
    GatewaySession m_gateway;
    ConfigEdit m_edit;
    std::optional<ClaudeBackup> m_backup;
    bool m_mayBeWritten = false; ///< Claude's file.
    QTimer m_reminder; ///< Runs while a service is tried.
    QElapsedTimer m_tried; ///< Since that one was started.
    QString m_trying; ///< Its name, for people.
    std::function<void(Result<void>)> m_done;
};

} // namespace pasarela
