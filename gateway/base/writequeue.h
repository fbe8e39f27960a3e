// SPDX-License-Identifier: MIT
#pragma once

#include <QByteArray>

#include <deque>

namespace pasarela {

/// Bytes that wait to be written: added at the end, taken from the front. Memory is given back piece by piece, and
/// nothing that waits is ever moved.
class WriteQueue {
public:
    void append(QByteArrayView bytes);
    /// The first piece; empty only where the whole queue is.
    QByteArrayView front() const;
    /// `count` bytes of front() were written.
    void take(qsizetype count);
    void clear();

    qint64 size() const { return m_size; }
    bool isEmpty() const { return m_size == 0; }

private:
    static constexpr qsizetype pieceSize = 64 * 1024; ///< Small writes share a piece of this size.

    std::deque<QByteArray> m_pieces;
    qsizetype m_taken = 0; ///< Of the first piece.
    qint64 m_size = 0;
};

} // namespace pasarela
