// SPDX-License-Identifier: MIT
#include "gateway/base/writequeue.h"

namespace pasarela {

void WriteQueue::append(QByteArrayView bytes)
{
    if (bytes.isEmpty())
        return;
    m_size += bytes.size();
    if (!m_pieces.empty() && m_pieces.back().size() + bytes.size() <= pieceSize)
        m_pieces.back().append(bytes);
    else
        m_pieces.push_back(bytes.toByteArray());
}

QByteArrayView WriteQueue::front() const
{
    return m_pieces.empty() ? QByteArrayView() : QByteArrayView(m_pieces.front()).sliced(m_taken);
}

void WriteQueue::take(qsizetype count)
{
    Q_ASSERT(count <= front().size());
    m_size -= count;
    m_taken += count;
    if (!m_pieces.empty() && m_taken == m_pieces.front().size()) {
        m_pieces.pop_front();
        m_taken = 0;
    }
}

void WriteQueue::clear()
{
    m_pieces.clear();
    m_taken = 0;
    m_size = 0;
}

} // namespace pasarela
