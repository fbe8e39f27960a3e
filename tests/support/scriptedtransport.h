// SPDX-License-Identifier: MIT
#pragma once

#include "gateway/mcp/transport.h"

#include <QByteArray>
#include <QList>

#include <functional>

namespace pasarela::test {

/// A line that must be a message.
mcp::Message parsed(const QByteArray &line);

/// A server at the other end of a session, played by the test.
class ScriptedTransport : public mcp::Transport {
    Q_OBJECT

public:
    using Transport::Transport;

    void start() override { started = true; }
    void send(QByteArray line, QByteArrayView relatedTo = {}) override;
    qint64 bytesQueued() const override { return queued; }
    void pause() override { }
    void resume() override { }
    void close() override;
    qint64 processId() const override { return pid; }
    QByteArray lastWords() const override { return words; }

    /// What the server says; bytes that are no message come as unreadable().
    void say(const QByteArray &line);
    /// The answer to the request that came last with this method; `result` is raw JSON.
    void answer(const QByteArray &method, const QByteArray &result);
    void answerError(const QByteArray &method, int code, const QByteArray &text);
    /// The program ends by itself.
    void end(const Error &reason = {Error::Code::Closed,
                                    QStringLiteral("The program \"fake\" ended with exit code 7.")});

    /// Lines that were sent with this method.
    QList<QByteArray> sent(const QByteArray &method) const;
    /// The id of the request that came last with this method, raw JSON.
    QByteArray lastId(const QByteArray &method) const;

    QList<QByteArray> lines; ///< Everything that was sent.
    std::function<void(ScriptedTransport &, const mcp::Message &)> onSent; ///< Plays along.
    QByteArray words;
    qint64 pid = 0;
    qint64 queued = 0;
    bool started = false;
    bool closing = false;
    bool endsWhenClosed = true; ///< close() is followed by closed(), from the event loop.

private:
    bool m_ended = false;
};

/// An answer to initialize, as a server of this revision gives it.
QByteArray initializeResult(const QByteArray &revision = "2025-11-25",
                            const QByteArray &capabilities = "{\"tools\":{}}");

} // namespace pasarela::test
