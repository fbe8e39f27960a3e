// SPDX-License-Identifier: MIT
#pragma once

#include <QByteArrayView>

#include <optional>

namespace pasarela {

/// Where the first sequence begins that is not well-formed UTF-8 (RFC 3629: no overlong form, no surrogate, nothing
/// over U+10FFFF); nothing where all of it is.
std::optional<qsizetype> utf8Fault(QByteArrayView bytes);

} // namespace pasarela
