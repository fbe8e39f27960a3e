// SPDX-License-Identifier: MIT
#pragma once

#include <QString>

namespace pasarela {

/// A pipe that is there as long as the server of `name` listens, and to which nobody connects. Without it a server that
/// has closed, but still has connections, would look like one that is busy (ERROR_PIPE_BUSY).
inline QString listeningMark(const QString &name)
{
    return name + QStringLiteral("-listening");
}

} // namespace pasarela
