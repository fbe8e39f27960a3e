// SPDX-License-Identifier: MIT
#include "gateway/bridge/uplink.h"

#include "gateway/bridge/linepieces.h"
#include "gateway/ipc/link.h"
#include "gateway/mcp/methods.h"

namespace pasarela {

using Kind = mcp::MessageScanner::Kind;

void Uplink::feed(QByteArrayView chunk)
{
    // Lines that go through are written in one go: those that do not can only stand before them.
    const char *through = nullptr;
    forEachLinePiece(chunk, [&](QByteArrayView piece, bool ends) {
        if (!m_line.isBegun()) {
            beginLine();
            if (!piece.isEmpty() && link::mayBeInBand(piece)) {
                if (through)
                    m_owner.toGateway(QByteArrayView(through, piece.data()));
                through = nullptr;
                keepFromLink();
            }
        }
        m_line.feed(piece);
        if (m_way == Way::Through && !through)
            through = piece.data();
        if (m_way == Way::Wait && !m_waiting.append(piece))
            drop(ClientError::tooMuchWaits());
        if (ends)
            endLine();
    });
    if (through)
        m_owner.toGateway(QByteArrayView(through, chunk.end()));
}

void Uplink::finish()
{
    if (m_line.isBegun())
        feed("\n");
}

void Uplink::beginLine()
{
    m_way = m_mode == Mode::Through ? Way::Through : Way::Wait;
    if (m_mode == Mode::Refuse)
        drop(m_refusal);
}

/// Only the bridge itself speaks for the link: with white space before it, which means nothing in JSON, a client's line
/// is none of the link's, and the gateway answers it as any other.
void Uplink::keepFromLink()
{
    m_line.feed(" ");
    if (m_way == Way::Through)
        m_owner.toGateway(" ");
    else if (m_way == Way::Wait && !m_waiting.append(" "))
        drop(ClientError::tooMuchWaits());
}

void Uplink::drop(const ClientError &error)
{
    m_way = Way::Drop;
    m_dropped = error;
}

void Uplink::endLine()
{
    if (m_line.kind() == Kind::Notification)
        noteNotification();
    switch (m_way) {
    case Way::Through:
        if (m_line.kind() == Kind::Request)
            m_open.add(m_line.id(), m_line.copy());
        else if (m_line.kind() == Kind::Unknown && !m_line.isBlank())
            m_open.add({}); // garbage, which the gateway answers
        break;
    case Way::Wait:
        endWaitingLine();
        break;
    case Way::Drop:
        if (m_line.kind() == Kind::Request && !m_line.id().isEmpty())
            m_owner.toClient(m_dropped.lineFor(m_line.id()));
        break;
    }
    m_line.reset();
}

void Uplink::endWaitingLine()
{
    const Kind kind = m_line.kind();
    const bool isAsking = kind == Kind::Request || kind == Kind::Unknown;
    if (m_line.isBlank() || (!isAsking && m_mode == Mode::WaitAlone))
        m_waiting.discard();
    else if (!isAsking && m_mode == Mode::WaitRequests)
        m_owner.toGateway(m_waiting.takeOpen() + '\n');
    else
        m_waiting.end(kind == Kind::Request ? m_line.id() : QByteArray(), isAsking);
}

void Uplink::noteNotification()
{
    if (m_line.method() == mcp::method::initialized) {
        m_kept.initialized(m_line.copy());
    } else if (m_line.method() == mcp::method::cancelled) {
        const QByteArray id = cancelledId(m_line.copy());
        m_open.cancelled(id);
        m_waiting.remove(id);
    }
}

void Uplink::open()
{
    m_mode = Mode::Through;
    for (const WaitingLines::Line &line : m_waiting.take()) {
        ClientLine again;
        again.feed(line.bytes);
        if (again.kind() == Kind::Request || again.kind() == Kind::Unknown)
            m_open.add(again.id(), again.copy());
        m_owner.toGateway(line.bytes + '\n');
    }
    if (m_line.isBegun() && m_way == Way::Wait) {
        m_owner.toGateway(m_waiting.takeOpen());
        m_way = Way::Through;
    }
}

void Uplink::lose(const ClientError &error)
{
    m_mode = Mode::WaitAlone;
    for (const QByteArray &id : m_open.takeIds())
        m_owner.toClient(error.lineFor(id));
    if (m_line.isBegun() && m_way == Way::Through)
        drop(error); // its beginning is gone with the gateway
}

void Uplink::refuse(const ClientError &error)
{
    m_mode = Mode::Refuse;
    m_refusal = error;
    answerWaiting(error);
    if (m_line.isBegun() && m_way == Way::Wait) {
        m_waiting.discard();
        drop(error);
    }
}

void Uplink::answerWaiting(const ClientError &error)
{
    for (const WaitingLines::Line &line : m_waiting.take()) {
        if (!line.id.isEmpty())
            m_owner.toClient(error.lineFor(line.id));
    }
}

} // namespace pasarela
