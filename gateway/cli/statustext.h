// SPDX-License-Identifier: MIT
#pragma once

#include "gateway/control/snapshot.h"

#include <QDateTime>
#include <QString>

namespace pasarela {

/// `status` for people at a terminal: the gateway in a line, then enclaves, sessions, clients and relay. Pure.
QString statusText(const Snapshot &snapshot, const QDateTime &now);

} // namespace pasarela
