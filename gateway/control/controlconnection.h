// SPDX-License-Identifier: MIT
#pragma once

#include "gateway/base/bytestream.h"
#include "gateway/base/lineframer.h"
#include "gateway/base/result.h"
#include "gateway/control/controlmessage.h"
#include "gateway/control/controlprotocol.h"

#include <QObject>
#include <QTimer>

#include <chrono>
#include <deque>
#include <memory>

namespace pasarela {

/// What one control client may cost.
struct ControlLimits {
    std::chrono::milliseconds helloWithin{3000};
    std::chrono::milliseconds lingerFor{1000}; ///< For a client to read why it was refused.
    qsizetype line = control::lineLimit;
    qsizetype helloLine = qsizetype{64} * 1024;
    qint64 queue =
        qint64{4} * 1024 * 1024; ///< Not yet read by the client; more and nothing is taken from it, events drop it.
    int openRequests = 64; ///< More wait unread.
};

/// The server's end of one control connection: lines, order, limits. What a message means is the server's.
///
///     Strange ──greeted()──▶ Greeted ──finish()──▶ Closing ──closed, or lingerFor──▶ ended()
///        └── no hello in time, a line that is none, a line too long ──▶ ┘
class ControlConnection : public QObject {
    Q_OBJECT

public:
    ControlConnection(std::unique_ptr<ByteStream> stream, const ControlLimits &limits, QObject *parent = nullptr);
    ~ControlConnection() override;

    void start();
    qint64 peerProcessId() const { return m_peer; }

    /// The client said who it is and speaks protocol number `protocol`.
    void greeted(int protocol);
    bool isGreeted() const { return m_state == State::Greeted; }
    int protocol() const { return m_protocol; }

    /// Answers the request of this id; each requested() needs one.
    void answer(const QByteArray &id, const Result<QByteArray> &result, int failureCode = rpc::failed);
    /// An event, as a line: false where the client reads too slowly and is dropped.
    bool sendEvent(QByteArrayView line);
    void setSubscribed() { m_subscribed = true; }
    bool isSubscribed() const { return m_subscribed; }

    /// Says why, and closes.
    void refuse(const Error &error, int code = rpc::failed);
    /// Closes once what is queued was read.
    void finish();

Q_SIGNALS:
    void requested(const pasarela::ControlMessage &request);
    /// Emitted once, from the event loop; nothing follows.
    void ended();

private:
    enum class State { Strange, Greeted, Closing, Ended };

    void onReceived(QByteArrayView bytes);
    void onFinished();
    void onDrained();
    void pump();
    void onLine(const QByteArray &line);
    void onFault(const ControlFault &fault);
    void send(const QByteArray &line);
    void endIfWritten();
    void end();

    std::unique_ptr<ByteStream> m_stream;
    LineFramer m_framer;
    std::deque<QByteArray> m_lines; ///< Received, not yet taken; at most those of one chunk.
    QTimer m_deadline; ///< For hello, then for closing.
    ControlLimits m_limits;
    qint64 m_peer = 0;
    int m_openRequests = 0;
    int m_protocol = 0;
    State m_state = State::Strange;
    bool m_subscribed = false;
    bool m_peerFinished = false;
    bool m_pumping = false;
};

} // namespace pasarela
