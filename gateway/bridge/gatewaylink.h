// SPDX-License-Identifier: MIT
#pragma once

#include "gateway/base/backoff.h"
#include "gateway/base/bytestream.h"
#include "gateway/bridge/bridgeoptions.h"

#include <QDeadlineTimer>
#include <QObject>
#include <QTimer>

#include <memory>

namespace pasarela {

/// The connection to the gateway: found or started, greeted, and found again whenever it is lost.
///
///            ┌─────────────── retry ◀───────────────┐
///            ▼                                      │
///   Away ──connected──▶ Greeting ──welcome──▶ Up ──lost
///    │ ▲                   │
///    │ └── retry ◀─────────┴─ refused, silent, lost
///    └─ nobody there: a gateway is started
class GatewayLink : public QObject {
    Q_OBJECT

public:
    enum class State {
        Away, ///< No connection; the next try is on its way.
        Greeting, ///< Connected; the gateway has not welcomed us yet.
        Up, ///< Lines go both ways.
    };
    Q_ENUM(State)

    explicit GatewayLink(const BridgeOptions &options, QObject *parent = nullptr);
    ~GatewayLink() override;

    /// Connects, and keeps at it. Signals come from the event loop.
    void start();
    /// Drops the connection, if there is one, and tries again; lost() is not emitted.
    void restart();
    /// Connects no more once the present connection is gone.
    void stopTrying();

    State state() const { return m_state; }
    /// Somebody listens, but has not welcomed us so far.
    bool isHung() const { return m_isHung; }
    /// Only while Up.
    void write(QByteArrayView bytes);
    qint64 bytesQueued() const { return m_stream ? m_stream->bytesQueued() : 0; }
    void pause();
    void resume();

Q_SIGNALS:
    /// It has welcomed us.
    void up();
    void received(QByteArrayView bytes);
    void drained();
    /// It was Up.
    void lost();
    /// There will be none before something changes, so waiting is of no use.
    void unreachable(const pasarela::Error &reason);
    /// The gateway let us know that it will not have us: a short code, and a sentence for the client's person.
    void refused(const QString &code, const QString &sentence);

private:
    void tryNow();
    void greet(std::unique_ptr<ByteStream> stream);
    void startGateway();
    void retryLater();
    void warn(const Error &error);
    void onReceived(QByteArrayView bytes);
    void readWelcome();
    void onClosed();
    void dropStream();

    const BridgeOptions m_options;
    std::unique_ptr<ByteStream> m_stream;
    State m_state = State::Away;
    QByteArray m_welcome; ///< What came of it.
    QTimer m_retry;
    QTimer m_silence;
    std::chrono::milliseconds m_nextRetry;
    QDeadlineTimer m_starting{0}; ///< A gateway that we started may come up until then.
    QDeadlineTimer m_nextStart{0}; ///< No other one is started before.
    QDeadlineTimer m_settled;
    Backoff m_starts;
    QString m_warned;
    bool m_isHung = false;
    bool m_paused = false;
    bool m_trying = false;
};

} // namespace pasarela
