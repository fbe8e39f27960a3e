// SPDX-License-Identifier: MIT
#pragma once

#include "gateway/base/paths.h"
#include "gateway/base/result.h"

#include <QDateTime>

#include <optional>

namespace pasarela {

/// "The person pressed Stop": a file that outlives processes. While it stands, nothing but Start, `run`, `start`,
/// installer/start or the next login starts a gateway (decisions.md, *Stop wish*).
struct StopWish {
    QDateTime since;
    QString by; ///< "tray", "command"

    static std::optional<StopWish> read(const Paths &paths);
    static Result<void> record(const Paths &paths, const QString &by);
    static Result<void> remove(const Paths &paths);
};

/// For an upgrade: until then bridges wait and start nothing (120 s, decisions.md).
std::optional<QDateTime> upgradeHoldUntil(const Paths &paths);
Result<void> recordUpgradeHold(const Paths &paths);

} // namespace pasarela
