// SPDX-License-Identifier: MIT
#pragma once

#include "gateway/mcp/message.h"
#include "gateway/mcp/transport.h"

#include <QObject>

#include <functional>
#include <map>

namespace pasarela {

/// The reverse requests of one server (sampling, elicitation, roots; mcp.md 8): each goes to the handler, and its reply
/// back under the server's own id, once. Whether the server may ask at all is the session's affair.
class ReverseRequests : public QObject {
    Q_OBJECT

public:
    /// Must be called once, with a Result or an Error; a late one is dropped.
    using Reply = std::function<void(const mcp::Message &response)>;
    using Handler = std::function<void(const mcp::Message &request, Reply reply)>;

    /// `limit`: how many may be open at a time. `transport` outlives this.
    ReverseRequests(mcp::Transport &transport, int limit)
        : m_transport(transport)
        , m_limit(limit)
    {
    }

    /// Without a handler every request is refused with -32601.
    void setHandler(Handler handler) { m_handler = std::move(handler); }

    /// Hands a request to the handler, or refuses it: its id is open already, nobody handles it, too many are open.
    void take(const mcp::Message &request);
    /// The server takes a request of its own back (notifications/cancelled); `id` is raw JSON and may be unknown.
    void takeBack(QByteArrayView id);
    /// Replies to what is open are dropped from now on.
    void clear() { m_open.clear(); }

Q_SIGNALS:
    /// The server took a request back; `key`: idKey() of its id.
    void withdrawn(const QByteArray &key);

private:
    void refuse(const mcp::Message &request, int code, const QString &text);
    void reply(const QByteArray &id, quint64 serial, const mcp::Message &response);

    mcp::Transport &m_transport;
    const int m_limit;
    Handler m_handler;
    std::map<QByteArray, quint64> m_open; ///< idKey() → a serial number, since a server may use an id again.
    quint64 m_lastSerial = 0;
};

} // namespace pasarela
