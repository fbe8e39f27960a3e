// SPDX-License-Identifier: MIT
#pragma once

#include <QByteArray>
#include <QByteArrayView>

#include <functional>

namespace pasarela {

/// Cuts newline-framed lines out of chunks, in linear time and bounded memory. A line over the limit is dropped as it
/// arrives and reported once. "\r\n" ends a line too; empty lines are skipped.
class LineFramer {
public:
    explicit LineFramer(qsizetype limit)
        : m_limit(limit)
    {
    }
    ~LineFramer();
    Q_DISABLE_COPY_MOVE(LineFramer)

    /// Calls `line` for every complete line, without its end, and `tooLong` once for each that passed the limit, with
    /// its first 256 bytes. Either may destroy the framer: then it returns false and nothing more is touched.
    bool push(QByteArrayView chunk, const std::function<void(QByteArray line)> &line,
              const std::function<void(QByteArray head)> &tooLong);

    /// What came after the last newline.
    QByteArrayView partial() const { return m_partial; }
    void clear();

private:
    void take(QByteArrayView piece, bool ends, const std::function<void(QByteArray)> &line,
              const std::function<void(QByteArray)> &tooLong);

    QByteArray m_partial;
    qsizetype m_limit;
    bool m_skipping = false;
    bool *m_destroyed = nullptr; ///< Of the push() that is running.
};

} // namespace pasarela
