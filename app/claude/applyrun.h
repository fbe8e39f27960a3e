// SPDX-License-Identifier: MIT
#pragma once

#include "app/claude/gatewaysession.h"
#include "app/claude/migrationplan.h"
#include "gateway/base/paths.h"
#include "gateway/base/result.h"
#include "gateway/config/configedit.h"

#include <QObject>

#include <functional>

namespace pasarela {

/// Carries out a plan in the order that loses nothing (spec/claude-config.md 5–7; decisions.md, *Seams*): gateway up → servers
/// stored, switched off → each started once → backup → Claude's file → servers switched on. Where a step before Claude's file
/// fails, what this run stored is taken out again, and the file is as it was.
class ApplyRun : public QObject {
    Q_OBJECT

public:
    ApplyRun(const Paths &paths, QString file, MigrationPlan plan, QObject *parent = nullptr);

    /// Once, never before this returns.
    void start(std::function<void(Result<void>)> done);

Q_SIGNALS:
    /// A line for people: what is being done, how it went.
    void progress(const QString &line);

private:
    void storeServers();
    void tryNext(size_t index);
    void onTried(size_t index, const Result<QByteArray> &answer);
    void changeFile();
    void switchOn();
    void reloadThen(std::function<void()> next);
    void fail(const Error &error);

    Paths m_paths;
    QString m_file;
    MigrationPlan m_plan;
    GatewaySession m_gateway;
    ConfigEdit m_edit;
    QStringList m_added;
    std::function<void(Result<void>)> m_done;
};

} // namespace pasarela
