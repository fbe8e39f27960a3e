// SPDX-License-Identifier: MIT
#include "app/traytheme.h"

namespace pasarela {

// Not compiled on this project's build machine so far.
TrayVariant trayVariant(const QPalette &)
{
    return TrayVariant::Mask; // the menu bar colours template images by itself
}

} // namespace pasarela
