// SPDX-License-Identifier: MIT
#include "gateway/bridge/standardstreams.h"

#include <cerrno>

#include <fcntl.h>
#include <unistd.h>

namespace pasarela {

void openMissingStandardStreams()
{
    for (const int fd : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO}) {
        if (::fcntl(fd, F_GETFD) < 0 && errno == EBADF) [[maybe_unused]]
            const int opened = ::open("/dev/null", O_RDWR); // the lowest number that is free
    }
}

std::unique_ptr<ByteStream> makeStandardStreams()
{
    return makeByteStream(STDIN_FILENO, STDOUT_FILENO, HandleFlags::Restore);
}

} // namespace pasarela
