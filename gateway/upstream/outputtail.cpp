// SPDX-License-Identifier: MIT
#include "gateway/upstream/outputtail.h"

namespace pasarela {

void OutputTail::append(QByteArrayView bytes)
{
    if (bytes.size() >= m_limit) {
        m_bytes = bytes.last(m_limit).toByteArray();
        return;
    }
    const qsizetype surplus = m_bytes.size() + bytes.size() - m_limit;
    if (surplus > 0)
        m_bytes.remove(0, surplus);
    m_bytes.append(bytes);
}

} // namespace pasarela
