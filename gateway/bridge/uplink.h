// SPDX-License-Identifier: MIT
#pragma once

#include "gateway/bridge/clienterror.h"
#include "gateway/bridge/clientline.h"
#include "gateway/bridge/keptmessages.h"
#include "gateway/bridge/openrequests.h"
#include "gateway/bridge/waitinglines.h"

#include <QByteArray>

namespace pasarela {

/// The client's lines on their way to the gateway: streamed through, kept waiting, or answered with an error. Every
/// request is answered once: by the gateway, or here.
class Uplink {
public:
    enum class Mode {
        Through, ///< As they come.
        WaitWhole, ///< Everything waits: no gateway has been there yet, or the new one is being told what the last
                   ///< knew.
        WaitRequests, ///< Requests wait for the next gateway; the rest is for the present one, line by line.
        WaitAlone, ///< Requests wait; the rest spoke to a gateway that is gone, and is dropped.
        Refuse, ///< Requests are answered at once, the rest is dropped.
    };

    class Owner {
    public:
        virtual ~Owner() = default;
        virtual void toGateway(QByteArrayView bytes) = 0;
        /// A line of ours, with its newline.
        virtual void toClient(const QByteArray &line) = 0;
    };

    Uplink(Owner &owner, KeptMessages &kept)
        : m_owner(owner)
        , m_kept(kept)
    {
    }

    void feed(QByteArrayView chunk);
    /// The client's input is over: a line without its end is a line.
    void finish();

    /// WaitWhole or WaitRequests, for the lines that begin from now on.
    void wait(Mode mode) { m_mode = mode; }
    /// Everything that waits goes to the gateway, and so does what comes.
    void open();
    /// The gateway is gone: what it had is answered with `error`, what comes waits.
    void lose(const ClientError &error);
    /// What waits and what comes is answered with `error`.
    void refuse(const ClientError &error);
    /// What waits is answered with `error`; what comes waits on.
    void answerWaiting(const ClientError &error);

    /// The request of this id that is at the gateway.
    const OpenRequests::Request *find(const QByteArray &id) const { return m_open.find(id); }
    /// The same, which is not open any more.
    std::optional<OpenRequests::Request> answered(const QByteArray &id) { return m_open.answered(id); }
    /// No request waits or is at the gateway.
    bool isSettled() const { return m_open.isEmpty() && !m_waiting.isAsking(); }

private:
    /// What becomes of the line that is coming in.
    enum class Way { Through, Wait, Drop };

    void beginLine();
    void keepFromLink();
    void endLine();
    void endWaitingLine(const ClientLine &line);
    void endWaitingMessage(const ClientLine &message);
    void sent(const ClientLine &line);
    void noteNotification(const ClientLine &message);
    void answer(const ClientLine &line, const ClientError &error);
    void drop(const ClientError &error);
    bool gatewayTakesBatches() const;

    Owner &m_owner;
    KeptMessages &m_kept;
    OpenRequests m_open;
    WaitingLines m_waiting;
    ClientLine m_line;
    ClientError m_refusal; ///< While Refuse.
    ClientError m_dropped; ///< Why the line that is coming in is not carried.
    Mode m_mode = Mode::WaitWhole;
    Way m_way = Way::Wait;
};

} // namespace pasarela
