// SPDX-License-Identifier: MIT
#pragma once

#include "app/claude/migrationplan.h"
#include "gateway/base/result.h"

#include <QMap>
#include <QString>
#include <QStringList>

namespace pasarela {

/// `pasarela --connect APP [--config FILE] (--plan | --apply | --undo) [--json] …` (spec/cli.md).
struct ConnectOptions {
    enum class Action { Plan, Apply, Undo, Help };
    Action action = Action::Plan;
    QString app;
    QString file; ///< Instead of the found one.
    QString home;
    bool json = false;
    bool trustAll = false;
    QStringList trusted;
    QMap<QString, PlanAction> decided;
    bool assumeClosed = false; ///< `--app-running=assume-closed`, for tests.
};

/// InvalidInput with a sentence on how to use it.
Result<ConnectOptions> parseConnectOptions(const QStringList &arguments);

QString connectHelp();
/// Behind a sentence on what is wrong: "use: …".
QString connectUsage();

/// Whether an option, without its dashes, means something only together with --connect.
bool needsConnect(const QString &option);

/// Whether these arguments (without the program's name) are for runConnect().
bool isConnect(const QStringList &arguments);

} // namespace pasarela
