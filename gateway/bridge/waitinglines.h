// SPDX-License-Identifier: MIT
#pragma once

#include <QByteArray>
#include <QList>

namespace pasarela {

/// What the client sent while there is no gateway: whole lines, and the beginning of the one it is sending. 1 MiB in
/// all.
class WaitingLines {
public:
    static constexpr qsizetype limit = 1024 * 1024;
    static constexpr qsizetype countLimit = 16384;

    struct Line {
        QByteArray id; ///< By which it is cancelled; empty where it cannot be.
        QByteArray bytes; ///< Without its end.
        bool isAsking = false; ///< The client expects an answer.
    };

    /// Part of the line that is coming in. False: it does not fit, and all of that line is gone.
    bool append(QByteArrayView piece);
    /// The line that came in is whole.
    void end(const QByteArray &id, bool isAsking);
    /// The line that came in is not wanted.
    void discard();
    /// A request that the client wants no more. False: it does not wait here.
    bool remove(const QByteArray &id);

    QList<Line> take();
    /// The beginning of the line that is coming in; it goes on elsewhere.
    QByteArray takeOpen();
    bool isAsking() const;
    qsizetype size() const { return m_size; }

private:
    QList<Line> m_lines;
    QByteArray m_open;
    qsizetype m_size = 0;
};

} // namespace pasarela
