// SPDX-License-Identifier: MIT
#pragma once

#include "gateway/control/snapshot.h"
#include "ui/gatewaystatus.h"

#include <QIcon>

namespace pasarela {

/// The shape that stands for a state (design: the mark); colour never says it alone.
enum class TrayShape { Running, Starting, Attention, Stopped, Failed, Paused };

TrayShape trayShape(const GatewayStatus &status, const Snapshot &snapshot);

/// How the bar that the icon lies in wants it.
enum class TrayVariant {
    Light, ///< Our colours on a light bar.
    Dark, ///< Our colours on a dark bar.
    White, ///< One colour on a dark bar (GNOME).
    Mask, ///< The system colours it (macOS template image).
};

/// `unread` adds a dot at the lower right.
QIcon trayIcon(TrayShape shape, bool unread, TrayVariant variant);

} // namespace pasarela
