// SPDX-License-Identifier: MIT
#include "gateway/bridge/clientline.h"

#include "gateway/mcp/methods.h"

#include <algorithm>

namespace pasarela {

namespace {

bool isKept(const QByteArray &method)
{
    static constexpr const char *kept[] = {mcp::method::initialize,           mcp::method::initialized,
                                           mcp::method::loggingSetLevel,      mcp::method::resourcesSubscribe,
                                           mcp::method::resourcesUnsubscribe, mcp::method::cancelled};
    return std::any_of(std::begin(kept), std::end(kept), [&](const char *name) { return method == name; });
}

} // namespace

ClientLine ClientLine::of(QByteArrayView line)
{
    ClientLine whole;
    whole.feed(line);
    return whole;
}

void ClientLine::feed(QByteArrayView piece)
{
    m_begun = m_begun || !piece.isEmpty();
    m_scanner.feed(piece);
    if (!m_copying)
        return;
    m_copying = !m_scanner.hasMethod() || isKept(m_scanner.method());
    m_copying = m_copying && m_copy.size() + piece.size() <= copyLimit;
    if (m_copying)
        m_copy.append(piece);
    else
        m_copy = QByteArray();
}

void ClientLine::reset()
{
    *this = ClientLine();
}

QByteArray ClientLine::copy() const
{
    return m_copying && m_scanner.hasMethod() ? m_copy : QByteArray();
}

QByteArray ClientLine::batch() const
{
    return QByteArrayView(m_copy).trimmed().startsWith('[') ? m_copy : QByteArray();
}

} // namespace pasarela
