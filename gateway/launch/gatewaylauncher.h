// SPDX-License-Identifier: MIT
#pragma once

#include "gateway/base/paths.h"
#include "gateway/base/result.h"

#include <QProcessEnvironment>
#include <QString>

namespace pasarela {

/// Starts the gateway of these paths detached from us: own session, restored environment (decisions.md, *Processes*),
/// on Windows outside the caller's package and job. Does not wait until it answers. StoppedByPerson where the stop wish
/// stands, NotFound where there is no pasarela-gateway beside the running program, Unavailable during an upgrade.
/// `failureFile`: StartFailure::file(), where the gateway is to say why it ends at once.
Result<void> launchGateway(const Paths &paths, const QString &failureFile = {});

/// The gateway's executable: beside the running program, or PASARELA_GATEWAY for tests.
QString gatewayExecutable();

/// A stripped environment (Claude passes HOME LOGNAME PATH SHELL TERM USER) with what a desktop process has: runtime
/// folder, session bus, display. Variables of the caller's client are not handed on.
QProcessEnvironment desktopEnvironment(const QProcessEnvironment &from);

} // namespace pasarela
