// SPDX-License-Identifier: MIT
#pragma once

#include "gateway/base/jsonscanner.h"

#include <span>

namespace pasarela {

/// Whether a key of an object, with quotes, is `plain`; `escaped`: there are backslashes in it.
bool isJsonKey(QByteArrayView quoted, bool escaped, QByteArrayView plain);

/// Where in `text` the first key begins that stood before in the same object; -1 where each stands once. Reorders
/// `keys`. Compares what keys stand for, not their bytes; O(n log n).
qsizetype firstRepeatedKey(QByteArrayView text, std::span<JsonSpan> keys, bool escaped);

} // namespace pasarela
