// SPDX-License-Identifier: MIT
#include "gateway/bridge/waitinglines.h"

#include <algorithm>
#include <utility>

namespace pasarela {

bool WaitingLines::append(QByteArrayView piece)
{
    if (m_size + piece.size() > limit || m_lines.size() >= countLimit) {
        discard();
        return false;
    }
    m_open.append(piece);
    m_size += piece.size();
    return true;
}

void WaitingLines::end(const QByteArray &id, bool isAsking)
{
    m_open.squeeze();
    m_lines.append({id, std::exchange(m_open, {}), isAsking});
}

void WaitingLines::discard()
{
    m_size -= m_open.size();
    m_open = QByteArray();
}

bool WaitingLines::remove(const QByteArray &id)
{
    const auto found = std::find_if(m_lines.begin(), m_lines.end(), [&](const Line &line) { return line.id == id; });
    if (id.isEmpty() || found == m_lines.end())
        return false;
    m_size -= found->bytes.size();
    m_lines.erase(found);
    return true;
}

bool WaitingLines::isAsking() const
{
    return std::any_of(m_lines.begin(), m_lines.end(), [](const Line &line) { return line.isAsking; });
}

QList<WaitingLines::Line> WaitingLines::take()
{
    m_size = m_open.size();
    return std::exchange(m_lines, {});
}

QByteArray WaitingLines::takeOpen()
{
    m_size -= m_open.size();
    return std::exchange(m_open, {});
}

} // namespace pasarela
