// SPDX-License-Identifier: MIT
#pragma once

#include <QtGlobal>

#include <optional>

namespace pasarela {

/// Who is at the other end of a connected Unix socket, by the kernel's word: who connected, or who listens.
struct SocketPeer {
    qint64 processId = 0; ///< 0 where unknown.
    std::optional<quint32> userId; ///< Nothing where unknown: trust nobody then.
};

SocketPeer socketPeer(int socket);

} // namespace pasarela
