// SPDX-License-Identifier: MIT
#pragma once

#include <QByteArrayView>

namespace pasarela {

/// Calls `piece(bytes, ends)` for every part of a line in `chunk`, without the newline; `ends` says whether one
/// followed. Parts are never empty unless they end a line.
template<typename Piece> void forEachLinePiece(QByteArrayView chunk, Piece piece)
{
    while (!chunk.isEmpty()) {
        const qsizetype newline = chunk.indexOf('\n');
        if (newline < 0) {
            piece(chunk, false);
            return;
        }
        const QByteArrayView rest = chunk.sliced(newline + 1);
        piece(chunk.first(newline), true);
        chunk = rest;
    }
}

} // namespace pasarela
