// SPDX-License-Identifier: MIT
#pragma once

#include "gateway/base/error.h"

#include <QByteArrayView>

namespace pasarela {

/// Text of a program or server for one of our sentences: one line, no control characters or terminal colours, at most
/// `limit` characters, of which the last are kept.
QString foreignText(QByteArrayView utf8, qsizetype limit = 300);

/// `error` with what the program said last on stderr at its end, where it said something.
Error withLastWords(Error error, QByteArrayView words);

} // namespace pasarela
