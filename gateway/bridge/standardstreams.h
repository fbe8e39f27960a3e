// SPDX-License-Identifier: MIT
#pragma once

#include "gateway/base/bytestream.h"

#include <memory>

namespace pasarela {

/// Opens what of stdin, stdout and stderr the caller has closed, so that nothing else gets its number: before anything
/// else is opened.
void openMissingStandardStreams();

/// This process's stdin and stdout as one stream; what they share with other processes is left as it was.
std::unique_ptr<ByteStream> makeStandardStreams();

} // namespace pasarela
