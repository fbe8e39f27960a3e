// SPDX-License-Identifier: MIT
#include "gateway/bridge/openrequests.h"

#include "gateway/mcp/message.h"

#include <algorithm>

namespace pasarela {

void OpenRequests::add(const QByteArray &id, const QByteArray &line)
{
    if (!mcp::isMessageId(id) || m_requests.size() >= limit)
        ++m_nameless;
    else
        m_requests.insert(id, {{id, line}, m_made++});
}

const OpenRequests::Request *OpenRequests::find(const QByteArray &id) const
{
    const auto found = m_requests.constFind(id);
    return found == m_requests.cend() ? nullptr : &found->request;
}

std::optional<OpenRequests::Request> OpenRequests::answered(const QByteArray &id)
{
    const auto found = m_requests.find(id);
    if (found == m_requests.end()) {
        m_nameless = qMax<qsizetype>(0, m_nameless - 1);
        return std::nullopt;
    }
    const Request request = found->request;
    m_requests.erase(found);
    return request;
}

void OpenRequests::cancelled(const QByteArray &id)
{
    m_requests.remove(id);
}

QList<QByteArray> OpenRequests::takeIds()
{
    QList<Entry> entries = m_requests.values();
    std::sort(entries.begin(), entries.end(), [](const Entry &a, const Entry &b) { return a.number < b.number; });
    m_requests.clear();
    m_nameless = 0;
    QList<QByteArray> ids;
    ids.reserve(entries.size());
    for (const Entry &entry : std::as_const(entries))
        ids.append(entry.request.id);
    return ids;
}

} // namespace pasarela
