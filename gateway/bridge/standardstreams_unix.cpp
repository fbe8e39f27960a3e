// SPDX-License-Identifier: MIT
#include "gateway/bridge/standardstreams.h"

#include <unistd.h>

namespace pasarela {

std::unique_ptr<ByteStream> makeStandardStreams()
{
    return makeByteStream(STDIN_FILENO, STDOUT_FILENO, HandleFlags::Restore);
}

} // namespace pasarela
