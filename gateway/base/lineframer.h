// SPDX-License-Identifier: MIT
#pragma once

#include <QByteArray>
#include <QByteArrayView>

#include <functional>

namespace pasarela {

/// Cuts newline-framed lines out of chunks, in linear time and bounded memory. A line over the limit is handed on as it
/// arrives and never held. "\r\n" ends a line too; empty lines are skipped.
class LineFramer {
public:
    explicit LineFramer(qsizetype limit)
        : m_limit(limit)
    {
    }
    ~LineFramer();
    Q_DISABLE_COPY_MOVE(LineFramer)

    using Line = std::function<void(QByteArray line)>;
    /// `ends`: it is the last piece, which may be empty.
    using Piece = std::function<void(QByteArrayView piece, bool ends)>;
    /// Calls `line` for every complete line, without its end. Of a line that passes the limit `tooLong` gets all bytes
    /// in order, from the moment on that it does; a "\r" at its end is among them. Either may destroy the framer: then
    /// push() returns false and nothing more is touched.
    bool push(QByteArrayView chunk, const Line &line, const Piece &tooLong);

    /// What came after the last newline.
    QByteArrayView partial() const { return m_partial; }
    void clear();

private:
    void take(QByteArrayView piece, bool ends, const Line &line, const Piece &tooLong);
    void skip(QByteArrayView piece, bool ends, const Piece &tooLong);

    QByteArray m_partial;
    qsizetype m_limit;
    bool m_skipping = false;
    bool *m_destroyed = nullptr; ///< Of the push() that is running.
};

} // namespace pasarela
