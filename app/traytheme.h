// SPDX-License-Identifier: MIT
#pragma once

#include "app/trayicon.h"

#include <QPalette>

namespace pasarela {

/// What the bar of this desktop looks like now. Ask again when the palette changes.
TrayVariant trayVariant(const QPalette &palette);

} // namespace pasarela
