// SPDX-License-Identifier: MIT
#pragma once

#include "gateway/base/bytestream.h"
#include "gateway/base/lineframer.h"
#include "gateway/mcp/transport.h"

#include <QTimer>

#include <memory>

namespace pasarela::mcp {

/// JSON-RPC messages, one a line, over a byte stream. A line over the limit, and one that is no message, is reported as
/// unreadable() and the stream goes on.
class LineTransport : public Transport {
    Q_OBJECT

public:
    static constexpr qsizetype defaultLineLimit = 64 * 1024 * 1024; ///< Rule J6.

    explicit LineTransport(std::unique_ptr<ByteStream> stream, qsizetype lineLimit = defaultLineLimit,
                           QObject *parent = nullptr);
    ~LineTransport() override;

    void start() override;
    void send(QByteArray line, QByteArrayView relatedTo = {}) override;
    qint64 bytesQueued() const override;
    void pause() override;
    void resume() override;
    void close() override;

protected:
    /// A line before it is parsed: true = taken (the link's in-band lines).
    virtual bool takeLine(QByteArrayView line);
    ByteStream &stream() { return *m_stream; }
    /// Emits closed() once.
    void end(const Error &reason);

private:
    void onReceived(QByteArrayView bytes);

    std::unique_ptr<ByteStream> m_stream;
    LineFramer m_framer;
    bool m_ended = false;
};

} // namespace pasarela::mcp
