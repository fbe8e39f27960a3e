// SPDX-License-Identifier: MIT
#include "gateway/upstream/childplatform.h"

namespace pasarela {

ChildPlatform childPlatform()
{
    return {true,
            Qt::CaseInsensitive,
            {QStringLiteral("SYSTEMROOT"), QStringLiteral("TEMP"), QStringLiteral("TMP"), QStringLiteral("PATHEXT"),
             QStringLiteral("COMSPEC")}};
}

} // namespace pasarela
