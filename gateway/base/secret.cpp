// SPDX-License-Identifier: MIT
#include "gateway/base/secret.h"

#include <utility>

namespace pasarela {

Secret::Secret(QByteArray bytes)
    : m_bytes(std::move(bytes))
{
    m_bytes.detach(); // what is wiped must be ours alone
}

Secret::Secret(Secret &&other) noexcept
    : m_bytes(std::exchange(other.m_bytes, {}))
{
}

Secret &Secret::operator=(Secret &&other) noexcept
{
    if (this != &other) {
        wipe();
        m_bytes = std::exchange(other.m_bytes, {});
    }
    return *this;
}

Secret::~Secret()
{
    wipe();
}

void Secret::wipe()
{
    if (!m_bytes.isDetached())
        return;
    volatile char *byte = m_bytes.data(); // volatile: a compiler leaves out writes that nobody reads
    for (qsizetype i = 0; i < m_bytes.size(); ++i)
        byte[i] = 0;
    m_bytes.clear();
}

} // namespace pasarela
