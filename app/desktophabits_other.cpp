// SPDX-License-Identifier: MIT
#include "app/desktophabits.h"

namespace pasarela::desktophabits {

bool clickOpensMenu()
{
    return false;
}

bool openingAgainActivates()
{
    return false;
}

} // namespace pasarela::desktophabits
