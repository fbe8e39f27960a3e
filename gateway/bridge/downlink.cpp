// SPDX-License-Identifier: MIT
#include "gateway/bridge/downlink.h"

#include "gateway/bridge/linepieces.h"
#include "gateway/ipc/link.h"

namespace pasarela {

void Downlink::feed(QByteArrayView chunk)
{
    m_feeding = true;
    forEachLinePiece(chunk, [this](QByteArrayView piece, bool ends) { take(piece, ends); });
    flush();
    m_feeding = false;
}

void Downlink::reset()
{
    m_head.reset();
    m_held.clear();
    m_copy.clear();
    m_seen = 0;
    m_decided = false;
    m_midLine = false;
}

void Downlink::take(QByteArrayView piece, bool ends)
{
    if (!m_decided) {
        readHead(piece);
        decide(piece, ends);
    }
    if (!m_decided) {
        m_held.append(piece);
        return;
    }
    if (m_fate.copy) {
        m_copy.append(m_held).append(piece);
        if (m_copy.size() > copyLimit) {
            m_copy.clear();
            m_fate.copy = false;
        }
    }
    if (m_fate.pass)
        pass(piece, ends);
    m_held.clear();
    if (ends)
        endLine();
}

void Downlink::readHead(QByteArrayView piece)
{
    while (!piece.isEmpty() && !m_head.isDecidedInOrder()) {
        const qsizetype room = qMin(headLimit + m_head.idSize() - m_seen, piece.size());
        if (room <= 0)
            return;
        m_head.feed(piece.first(room));
        m_seen += room;
        piece = piece.sliced(room);
    }
}

void Downlink::decide(QByteArrayView piece, bool ends)
{
    const bool all = m_held.size() + piece.size() > m_seen; // more is there than may be read
    if (!m_head.isDecidedInOrder() && !all && !ends)
        return;
    m_decided = true;
    m_fate = {};
    if (!all && m_head.kind() == mcp::MessageScanner::Kind::Unknown) {
        QByteArray line = m_held;
        line.append(piece);
        m_fate.pass = !line.trimmed().isEmpty();
        if (link::inBandLine(line) == link::InBand::Draining) {
            m_fate.pass = false;
            m_owner.draining();
        }
        return;
    }
    m_fate = m_owner.fateOf(m_head);
}

void Downlink::pass(QByteArrayView piece, bool ends)
{
    if (!m_held.isEmpty())
        m_owner.forward(m_held); // from an earlier chunk, so nothing of this one can be waiting before it
    const qsizetype size = piece.size() + (ends ? 1 : 0);
    m_run = m_run.isEmpty() ? QByteArrayView(piece.data(), size) : QByteArrayView(m_run.data(), m_run.size() + size);
    m_midLine = !ends;
}

void Downlink::endLine()
{
    if (!m_fate.pass || m_fate.copy)
        flush();
    const mcp::MessageScanner head = std::exchange(m_head, {});
    const QByteArray copy = std::exchange(m_copy, {});
    m_seen = 0;
    m_decided = false;
    m_owner.lineEnded(head, copy);
}

void Downlink::flush()
{
    if (m_run.isEmpty())
        return;
    const QByteArrayView run = std::exchange(m_run, {});
    m_owner.forward(run);
}

} // namespace pasarela
