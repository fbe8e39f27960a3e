// SPDX-License-Identifier: MIT
#pragma once

#include "gateway/base/error.h"
#include "gateway/mcp/message.h"

#include <QObject>

namespace pasarela::mcp {

/// One ordered two-way stream of JSON-RPC messages: the hinge of the gateway. The bridge socket, the HTTP server, the
/// stdio child, the HTTP client and the mesh stream each implement it, and so does the test fake.
///
/// Life: start() → received()* → closed() once, after which nothing follows. Emitters are prepared for being destroyed
/// (deleteLater) from a slot.
class Transport : public QObject {
    Q_OBJECT

public:
    using QObject::QObject;

    /// Begins: connects or launches where there is something to; messages may be sent from now on.
    virtual void start() = 0;

    /// Queues one message, composed by mcp::composed(): one line of JSON without its end. Never blocks; the owner
    /// bounds bytesQueued(). `relatedTo` is the id (raw JSON) of the peer's request that a notification or request
    /// belongs to, for transports with a stream per request (Streamable HTTP); others ignore it.
    virtual void send(QByteArray line, QByteArrayView relatedTo = {}) = 0;
    virtual qint64 bytesQueued() const = 0;

    /// Back-pressure: stop and resume taking messages from the peer.
    virtual void pause() = 0;
    virtual void resume() = 0;

    /// Ends the stream in good order: what is queued goes out, then closed() is emitted. Bounded by the transport.
    virtual void close() = 0;

    /// The process at the other end, where there is one; else 0.
    virtual qint64 processId() const { return 0; }
    /// What the program at the other end said last on stderr, for people; empty where there is none.
    virtual QByteArray lastWords() const { return {}; }

Q_SIGNALS:
    void received(const pasarela::mcp::Message &message);
    /// Bytes that are no message. From a client: answer it. From a server: log it and go on (rule J5).
    void unreadable(const pasarela::mcp::MessageFault &fault);
    /// The peer will send nothing more but still reads (end-of-file on a bridge's stdin).
    void finished();
    /// The queue became empty.
    void drained();
    void closed(const pasarela::Error &reason);
};

} // namespace pasarela::mcp
