// SPDX-License-Identifier: MIT
#include "gateway/upstream/childplatform.h"

namespace pasarela {

ChildPlatform childPlatform()
{
    return {};
}

} // namespace pasarela
