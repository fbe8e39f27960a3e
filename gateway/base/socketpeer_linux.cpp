// SPDX-License-Identifier: MIT
#include "gateway/base/socketpeer.h"

#include <sys/socket.h>

namespace pasarela {

SocketPeer socketPeer(int socket)
{
    struct ucred peer = {}; // unix(7), SO_PEERCRED
    socklen_t size = sizeof peer;
    if (::getsockopt(socket, SOL_SOCKET, SO_PEERCRED, &peer, &size) != 0 || peer.uid == static_cast<uid_t>(-1))
        return {};
    return {peer.pid, peer.uid};
}

} // namespace pasarela
