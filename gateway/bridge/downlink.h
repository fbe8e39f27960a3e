// SPDX-License-Identifier: MIT
#pragma once

#include "gateway/mcp/messagescanner.h"

#include <QByteArray>

namespace pasarela {

/// The gateway's lines on their way to the client. The first 256 bytes of a line decide what becomes of it (an id's own
/// bytes are not counted); the rest streams through. No line is ever held whole, but one that was asked for.
class Downlink {
public:
    static constexpr qsizetype headLimit = 256;
    static constexpr qsizetype copyLimit = 256 * 1024; ///< A longer line is copied as nothing.

    struct Fate {
        bool pass = true;
        bool copy = false; ///< Wanted whole at its end.
    };

    /// Who is asked and told.
    class Owner {
    public:
        virtual ~Owner() = default;
        /// As soon as the line's head tells what it is, or it is clear that it will not.
        virtual Fate fateOf(const mcp::MessageScanner &head) = 0;
        /// Bytes for the client, lines and parts of lines in order.
        virtual void forward(QByteArrayView bytes) = 0;
        /// `copy` is empty unless it was asked for.
        virtual void lineEnded(const mcp::MessageScanner &head, const QByteArray &copy) = 0;
        /// The gateway goes down on purpose.
        virtual void draining() = 0;
    };

    explicit Downlink(Owner &owner)
        : m_owner(owner)
    {
    }

    void feed(QByteArrayView chunk);
    /// The connection ended; a line that was not finished is forgotten.
    void reset();
    /// The client has got, or is about to get, the beginning of a line: nothing else may be written to it now.
    bool isMidLine() const { return m_feeding || m_midLine; }

private:
    void take(QByteArrayView piece, bool ends);
    void readHead(QByteArrayView piece);
    void decide(QByteArrayView piece, bool ends);
    void pass(QByteArrayView piece, bool ends);
    void endLine();
    void flush();

    Owner &m_owner;
    mcp::MessageScanner m_head;
    QByteArray m_held; ///< The line's beginning, until its fate is known.
    QByteArray m_copy;
    QByteArrayView m_run; ///< Of the chunk in hand: to be forwarded in one go.
    qsizetype m_seen = 0; ///< Bytes of the head that were read.
    Fate m_fate;
    bool m_decided = false;
    bool m_feeding = false;
    bool m_midLine = false;
};

} // namespace pasarela
