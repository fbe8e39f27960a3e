// SPDX-License-Identifier: MIT
#pragma once

#include <QByteArray>
#include <QList>

namespace pasarela {

/// What a new gateway must be told so that the client need not know of the change: the client's `initialize`,
/// `initialized`, last log level and open subscriptions, verbatim (spec/link.md, *Replay after a gateway restart*).
/// A request counts once it was answered with a result. Bounded: what does not fit is not kept.
class KeptMessages {
public:
    static constexpr qsizetype countLimit = 256;
    static constexpr qsizetype sizeLimit = 1024 * 1024;

    /// A request of ours to a new gateway: `line` with the id `id`.
    struct Replay {
        QByteArray id; ///< Empty: a notification.
        QByteArray line;
    };

    /// A request of the client and the gateway's answer, as they stood.
    void answered(const QByteArray &request, const QByteArray &answer);
    void initialized(const QByteArray &notification);

    /// There was a handshake, and it can be repeated.
    bool canReplay() const { return !m_initialize.isEmpty(); }
    /// Raw JSON of the protocol version that was agreed on.
    const QByteArray &agreedVersion() const { return m_version; }

    Replay initialize();
    /// Everything after the handshake.
    QList<Replay> rest();

private:
    struct Subscription {
        QByteArray uri; ///< Unescaped.
        QByteArray line;
    };
    Replay withOwnId(const QByteArray &line);
    bool fits(const QByteArray &line) const;

    QByteArray m_initialize;
    QByteArray m_version;
    QByteArray m_initialized;
    QByteArray m_level;
    QList<Subscription> m_subscriptions;
    quint64 m_replays = 0;
};

/// Raw JSON of `result.protocolVersion` in an answer to `initialize`; empty where there is none.
QByteArray agreedVersion(const QByteArray &answer);
/// Raw JSON of `params.requestId` in a `notifications/cancelled`; empty where there is none.
QByteArray cancelledId(const QByteArray &notification);

} // namespace pasarela
