// SPDX-License-Identifier: MIT
#include "gateway/upstream/loginshellpath.h"

namespace pasarela {

QString loginShell()
{
    return {};
}

} // namespace pasarela
