// SPDX-License-Identifier: MIT
#include "gateway/bridge/standardstreams.h"

#include <windows.h>

namespace pasarela {

void openMissingStandardStreams()
{
} // handles have no numbers that others could get

std::unique_ptr<ByteStream> makeStandardStreams()
{
    return makeByteStream(reinterpret_cast<NativeHandle>(::GetStdHandle(STD_INPUT_HANDLE)),
                          reinterpret_cast<NativeHandle>(::GetStdHandle(STD_OUTPUT_HANDLE)), HandleFlags::Restore);
}

} // namespace pasarela
