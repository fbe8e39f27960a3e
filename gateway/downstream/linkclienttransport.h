// SPDX-License-Identifier: MIT
#pragma once

#include "gateway/ipc/link.h"
#include "gateway/mcp/linetransport.h"

#include <chrono>

namespace pasarela {

/// One bridge at the gateway's end of the link: a first line each way, then MCP, with the link's own lines in between
/// (spec/link.md).
///
///   Silent ──hello──▶ Greeted ──welcome()──▶ Open
///     │                  └──refuse()──▶ Refused, which ends
///     └─ no hello in time, over 64 KiB, or none at all ─▶ Refused
class LinkClientTransport : public mcp::LineTransport {
    Q_OBJECT

public:
    static constexpr std::chrono::milliseconds helloTime{3000};

    explicit LinkClientTransport(std::unique_ptr<ByteStream> stream, std::chrono::milliseconds helloWithin = helloTime,
                                 QObject *parent = nullptr);

    qint64 processId() const override { return m_processId; }

    /// The first line to the bridge; MCP may follow.
    void welcome(const QByteArray &epoch);
    /// The first and last line to the bridge: a short code, and a sentence for the client's person.
    void refuse(const QString &code, const QString &sentence);
    /// Tells the bridge that the gateway goes down on purpose.
    void drain();

Q_SIGNALS:
    /// Answer it with welcome() or refuse().
    void greeted(const pasarela::link::Hello &hello);

protected:
    bool takeLine(QByteArrayView line) override;

private:
    enum class State { Silent, Greeted, Open, Refused };

    void onReceived(QByteArrayView bytes);
    void takeHello(QByteArrayView line);

    State m_state = State::Silent;
    QTimer m_silence;
    int m_link = link::version;
    qint64 m_processId = 0;
    qsizetype m_seen = 0; ///< Bytes of the hello so far.
};

} // namespace pasarela
