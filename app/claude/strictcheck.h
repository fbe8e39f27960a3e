// SPDX-License-Identifier: MIT
#pragma once

#include <QByteArrayView>

namespace pasarela {

/// A second, independent strict reading of a file that was just written (decisions.md, *JSON*): simdjson walks every token;
/// numbers are never converted, because what is valid JSON may not fit.
bool passesSecondParser(QByteArrayView bytes);

} // namespace pasarela
