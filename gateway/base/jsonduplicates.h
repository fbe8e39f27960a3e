// SPDX-License-Identifier: MIT
#pragma once

#include "gateway/base/jsonscanner.h"

#include <QString>

#include <vector>

namespace pasarela {

/// A key that stood before in the same object.
struct JsonDuplicate {
    QString pointer; ///< Of the member (RFC 6901).
    JsonSpan first; ///< The key where it stood before.
    JsonSpan again;
};

/// All keys of a valid text that stand twice in their object, at every depth, by position. One pass, no recursion.
std::vector<JsonDuplicate> jsonDuplicates(QByteArrayView text);

} // namespace pasarela
