// SPDX-License-Identifier: MIT
#pragma once

#include <QByteArrayView>

#include <span>

namespace pasarela {

/// A key of an object: a hash of what it stands for, and where it begins in the text.
struct JsonKeyMark {
    size_t hash = 0;
    qsizetype begin = 0;
};

/// Where the first key begins that stood before in the same object; -1 where each stands once. Compares what keys stand
/// for, not their bytes. Reorders `keys`; O(n log n) whatever the hashes are.
qsizetype firstRepeatedKey(QByteArrayView text, std::span<JsonKeyMark> keys);

} // namespace pasarela
