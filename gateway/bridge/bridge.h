// SPDX-License-Identifier: MIT
#pragma once

#include "gateway/bridge/bridgeoptions.h"
#include "gateway/bridge/downlink.h"
#include "gateway/bridge/gatewaylink.h"
#include "gateway/bridge/keptmessages.h"
#include "gateway/bridge/uplink.h"

#include <QObject>
#include <QSet>
#include <QTimer>

#include <memory>
#include <optional>

namespace pasarela {

/// Carries MCP between a client's stdio and the gateway, and outlives the gateway (spec/link.md).
///
///               ┌───────────────────── lost ◀──────────────┬───────────┐
///               ▼                                          │           │
///   Waiting ──linked──▶ Replaying ──agreed──▶ Up ──told──▶ Draining    │
///    │   ▲                  │                 └────────────────────────┘
///    │   └──── lost ◀───────┤
///   waited long enough,     └── agreed on something else ─▶ ends with 1
///   or waiting is of no use
///    ▼
///   Refusing ──linked──▶ as above
class Bridge : public QObject, private Uplink::Owner, private Downlink::Owner {
    Q_OBJECT

public:
    /// Of what is written and not taken: over it, the other side is not read.
    static constexpr qint64 queueLimit = 1024 * 1024;

    enum class State {
        Waiting, ///< No gateway yet, or none at the moment: requests wait.
        Refusing, ///< The same, but requests are answered with an error at once.
        Replaying, ///< A new gateway is learning what the old one knew: requests wait.
        Up, ///< Lines go both ways.
        Draining, ///< The gateway has said that it goes down, and the link still stands: what it says yet is passed on;
                  ///< requests wait for the next gateway, and are answered with an error when they wait too long.
        Ended, ///< Nothing follows.
    };
    Q_ENUM(State)

    Bridge(std::unique_ptr<ByteStream> client, const BridgeOptions &options, QObject *parent = nullptr);
    ~Bridge() override;

    /// Reads the client, and looks for a gateway or starts one.
    void start();
    State state() const { return m_state; }
    /// Written and not taken.
    qint64 bytesQueuedForGateway() const { return m_link.bytesQueued(); }

Q_SIGNALS:
    /// The program is to end with this code. Emitted once.
    void ended(int code);

private:
    void onClientBytes(QByteArrayView bytes);
    void onClientFinished();
    void onClientDrained();
    void toGateway(QByteArrayView bytes) override;
    void toClient(const QByteArray &line) override;

    void onLinkUp();
    void onLinkReceived(QByteArrayView bytes);
    void onLinkDrained();
    void onLinkLost();
    void forgetHalfALine();
    Downlink::Fate fateOf(const mcp::MessageScanner &head) override;
    void forward(QByteArrayView bytes) override;
    void lineEnded(const mcp::MessageScanner &head, const QByteArray &copy) override;
    void draining() override;

    void sendReplay(const KeptMessages::Replay &replay);
    void finishHandshake();
    void open();
    void onPatienceEnded();
    void refuse(const ClientError &error);
    void sayDeferred();
    void regulate();
    void maybeEnd();
    void end();

    const BridgeOptions m_options;
    std::unique_ptr<ByteStream> m_client;
    GatewayLink m_link;
    KeptMessages m_kept;
    Uplink m_uplink{*this, m_kept};
    Downlink m_downlink{*this};
    State m_state = State::Waiting;

    QSet<QByteArray> m_replayIds; ///< Requests of our own that the gateway has not answered.
    QByteArray m_handshakeId; ///< The first of them.
    std::optional<QByteArray> m_handshakeAnswer;
    QByteArray m_deferred; ///< Our own lines, until the one that the client is getting is whole.

    QTimer m_patience; ///< For a gateway.
    QTimer m_lastAnswers; ///< After the client's last word.
    int m_exitCode = 0;
    bool m_clientFull = false;
    bool m_linkFull = false;
    bool m_noMoreInput = false;
    bool m_ending = false;
};

} // namespace pasarela
