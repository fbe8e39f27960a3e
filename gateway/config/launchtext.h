// SPDX-License-Identifier: MIT
#pragma once

#include "gateway/config/gatewayconfig.h"

#include <QString>

namespace pasarela {

/// "stdio", "http", "sse", "grpc", "mesh"
QString launchKind(const Launch &launch);

/// The way to a server in one line, for people to read before they say yes: program and arguments untruncated, each
/// told apart by quotes where it needs them, characters that cannot be seen as \u{…}; of an address no query, which may
/// hold a key.
QString launchText(const Launch &launch);

} // namespace pasarela
