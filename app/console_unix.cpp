// SPDX-License-Identifier: MIT
#include "app/console.h"

namespace pasarela {

void useParentConsole()
{
}

} // namespace pasarela
