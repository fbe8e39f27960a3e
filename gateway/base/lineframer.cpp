// SPDX-License-Identifier: MIT
#include "gateway/base/lineframer.h"

#include <cstring>
#include <utility>

namespace pasarela {

LineFramer::~LineFramer()
{
    if (m_destroyed)
        *m_destroyed = true;
}

void LineFramer::clear()
{
    m_partial = QByteArray();
    m_skipping = false;
}

bool LineFramer::push(QByteArrayView chunk, const Line &line, const Piece &tooLong)
{
    bool destroyed = false;
    bool *const outer = std::exchange(m_destroyed, &destroyed);
    while (!chunk.isEmpty()) {
        const void *newline = std::memchr(chunk.data(), '\n', static_cast<size_t>(chunk.size()));
        const qsizetype size = newline ? static_cast<const char *>(newline) - chunk.data() : chunk.size();
        take(chunk.first(size), newline != nullptr, line, tooLong);
        if (destroyed) {
            if (outer)
                *outer = true;
            return false;
        }
        chunk = chunk.sliced(newline ? size + 1 : size);
    }
    m_destroyed = outer;
    return true;
}

/// A piece without its newline; `ends`: one followed. The last thing it does is to call one of the two.
void LineFramer::take(QByteArrayView piece, bool ends, const Line &line, const Piece &tooLong)
{
    if (m_skipping) {
        m_skipping = !ends;
        tooLong(piece, ends);
        return;
    }
    // A carriage return at the very end may belong to the line's end, which counts for nothing.
    const qsizetype size = m_partial.size() + piece.size();
    const char last = !piece.isEmpty() ? piece.back() : !m_partial.isEmpty() ? m_partial.back() : '\0';
    const qsizetype length = last == '\r' ? size - 1 : size;
    if (length > m_limit) {
        skip(piece, ends, tooLong);
        return;
    }
    m_partial.append(piece);
    if (!ends)
        return;
    m_partial.truncate(length);
    QByteArray whole = std::exchange(m_partial, QByteArray());
    if (!whole.isEmpty())
        line(std::move(whole));
}

/// The piece with which the line at hand passes the limit.
void LineFramer::skip(QByteArrayView piece, bool ends, const Piece &tooLong)
{
    m_skipping = !ends;
    const QByteArray before = std::exchange(m_partial, QByteArray());
    const bool *const destroyed = m_destroyed;
    if (!before.isEmpty())
        tooLong(before, false);
    if (!*destroyed)
        tooLong(piece, ends);
}

} // namespace pasarela
