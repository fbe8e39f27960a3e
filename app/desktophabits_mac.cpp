// SPDX-License-Identifier: MIT
#include "app/desktophabits.h"

namespace pasarela::desktophabits {

bool clickOpensMenu()
{
    return true;
}

bool openingAgainActivates()
{
    return true;
}

} // namespace pasarela::desktophabits
