// SPDX-License-Identifier: MIT
#pragma once

#include "gateway/base/bytestream.h"

#include <memory>

namespace pasarela {

/// This process's stdin and stdout as one stream; what they share with other processes is left as it was.
std::unique_ptr<ByteStream> makeStandardStreams();

} // namespace pasarela
