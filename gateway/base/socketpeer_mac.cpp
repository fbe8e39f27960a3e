// SPDX-License-Identifier: MIT
// Written from the manual pages; not yet compiled on a Mac.
#include "gateway/base/socketpeer.h"

#include <sys/socket.h>
#include <sys/types.h>
#include <sys/un.h>
#include <unistd.h>

namespace pasarela {

SocketPeer socketPeer(int socket)
{
    SocketPeer peer;
    uid_t user = 0;
    gid_t group = 0;
    if (::getpeereid(socket, &user, &group) == 0)
        peer.userId = user;
    pid_t process = 0;
    socklen_t size = sizeof process;
    if (::getsockopt(socket, SOL_LOCAL, LOCAL_PEERPID, &process, &size) == 0)
        peer.processId = process;
    return peer;
}

} // namespace pasarela
