// SPDX-License-Identifier: MIT
#pragma once

#include <QString>
#include <QStringList>

namespace pasarela {

/// Whether a command fetches and runs packages (npx, uvx, docker …): such a child gets packageRunnerVariables() besides
/// what its enclave declares, and never runs in a project's folder (sessions.md 2 and 6). `command` is as written in
/// the configuration: a name or a path of any platform, with or without .exe, .cmd, .bat or .ps1.
bool isPackageRunner(const QString &command);

/// Names of the variables of the gateway's own environment that this runner cannot work without: home and cache
/// folders, proxy settings, certificate stores; for every platform, so names that are not set are simply absent.
/// Sorted; empty for anything but a package runner. No registry settings and nothing that is meant to hold a secret.
QStringList packageRunnerVariables(const QString &command);

} // namespace pasarela
