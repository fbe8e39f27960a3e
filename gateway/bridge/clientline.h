// SPDX-License-Identifier: MIT
#pragma once

#include "gateway/mcp/messagescanner.h"

#include <QByteArray>

namespace pasarela {

/// The line that the client is sending: what it is, and a copy of it where it will be needed again (handshake, log
/// level, subscriptions, cancellations, batches). Everything else streams by; a copy is dropped as soon as the method
/// says so, or it is over the limit.
class ClientLine {
public:
    static constexpr qsizetype copyLimit = 256 * 1024;

    /// A whole line, without its end.
    static ClientLine of(QByteArrayView line);
    void feed(QByteArrayView piece);
    void reset();

    bool isBegun() const { return m_begun; }
    bool isBlank() const { return m_scanner.isEmpty(); }
    mcp::MessageScanner::Kind kind() const { return m_scanner.kind(); }
    QByteArray id() const { return m_scanner.id(); }
    const QByteArray &method() const { return m_scanner.method(); }
    /// The whole line without its end, for one of those methods; else empty. Asked at the end of the line.
    QByteArray copy() const;
    /// The same for a line that begins like a batch.
    QByteArray batch() const;

private:
    mcp::MessageScanner m_scanner;
    QByteArray m_copy;
    bool m_copying = true;
    bool m_begun = false;
};

} // namespace pasarela
