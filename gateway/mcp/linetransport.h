// SPDX-License-Identifier: MIT
#pragma once

#include "gateway/base/bytestream.h"
#include "gateway/base/lineframer.h"
#include "gateway/mcp/longline.h"
#include "gateway/mcp/transport.h"

#include <QTimer>

#include <chrono>
#include <deque>
#include <memory>
#include <variant>

namespace pasarela::mcp {

/// JSON-RPC messages, one a line, over a byte stream. One that is no message is reported as unreadable(), a line over
/// the limit as LongLine says, and the stream goes on. What stands behind the last newline at the end of the stream
/// counts as a line.
class LineTransport : public Transport {
    Q_OBJECT

public:
    static constexpr qsizetype defaultLineLimit = 64 * 1024 * 1024; ///< Rule J6.
    static constexpr std::chrono::seconds closeLimit{2}; ///< How long close() waits for what is queued.

    explicit LineTransport(std::unique_ptr<ByteStream> stream, qsizetype lineLimit = defaultLineLimit,
                           QObject *parent = nullptr);
    ~LineTransport() override;

    void start() override;
    void send(QByteArray line, QByteArrayView relatedTo = {}) override;
    qint64 bytesQueued() const override;
    void pause() override;
    void resume() override;
    /// Takes nothing more from the peer. closed() comes from the event loop.
    void close() override;

protected:
    /// A line before it is parsed: true = taken (the link's in-band lines).
    virtual bool takeLine(QByteArrayView line);
    /// A peer that writes a byte order mark before its lines is read all the same (RFC 8259, section 8.1 lets us).
    void ignoreByteOrderMarks() { m_ignoresMarks = true; }
    ByteStream &stream() { return *m_stream; }
    /// Emits closed() once.
    void end(const Error &reason);

private:
    /// A line, or what came of one that was too long. Held while the owner paused.
    using Held = std::variant<QByteArray, LongLine::Outcome>;

    void onReceived(QByteArrayView bytes);
    void onTooLong(QByteArrayView piece, bool ends);
    void onFinished();
    void onClosed(const Error &reason);
    void onDrained();
    void endClosed();
    void take(Held line);
    void deliver(Held line);
    void deliverLine(QByteArray line);
    void deliverOutcome(const LongLine::Outcome &outcome);
    bool deliverHeld(bool evenPaused);

    std::unique_ptr<ByteStream> m_stream;
    LineFramer m_framer;
    LongLine m_longLine;
    std::deque<Held> m_held; ///< At most what one chunk of the stream had.
    QTimer m_closeTimer;
    bool m_ignoresMarks = false;
    bool m_started = false;
    bool m_paused = false;
    bool m_closing = false;
    bool m_ended = false;
};

} // namespace pasarela::mcp
