// SPDX-License-Identifier: MIT
#pragma once

#include "gateway/base/error.h"

namespace pasarela {

/// The operating system's word as an Error: `what` begins the sentence ("Writing FILE failed"), `code` is errno, or
/// GetLastError() on Windows.
Error systemError(const QString &what, int code);

} // namespace pasarela
