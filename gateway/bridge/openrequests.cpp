// SPDX-License-Identifier: MIT
#include "gateway/bridge/openrequests.h"

#include "gateway/mcp/message.h"

#include <algorithm>

namespace pasarela {

namespace {

auto hasId(const QByteArray &id)
{
    return [id](const OpenRequests::Request &request) { return request.id == id; };
}

} // namespace

void OpenRequests::add(const QByteArray &id, const QByteArray &line, bool isInitialize)
{
    if (!mcp::isMessageId(id) || m_requests.size() >= limit)
        ++m_nameless;
    else
        m_requests.insert(id, {{id, line, isInitialize}, m_made++});
}

const OpenRequests::Request *OpenRequests::find(const QByteArray &id) const
{
    const auto found = m_requests.constFind(id);
    if (found != m_requests.cend())
        return &found->request;
    const auto late = std::find_if(m_cancelled.cbegin(), m_cancelled.cend(), hasId(id));
    return late == m_cancelled.cend() ? nullptr : &*late;
}

std::optional<OpenRequests::Request> OpenRequests::answered(const QByteArray &id)
{
    const auto found = m_requests.find(id);
    if (found != m_requests.end()) {
        const Request request = found->request;
        m_requests.erase(found);
        return request;
    }
    const auto late = std::find_if(m_cancelled.cbegin(), m_cancelled.cend(), hasId(id));
    if (late != m_cancelled.cend())
        return m_cancelled.takeAt(late - m_cancelled.cbegin());
    m_nameless = qMax<qsizetype>(0, m_nameless - 1);
    return std::nullopt;
}

void OpenRequests::cancelled(const QByteArray &id)
{
    const auto found = m_requests.find(id);
    if (found == m_requests.end() || found->request.isInitialize)
        return;
    if (!found->request.line.isEmpty()) {
        if (m_cancelled.size() == cancelledLimit)
            m_cancelled.removeFirst();
        m_cancelled.append(found->request);
    }
    m_requests.erase(found);
}

QList<QByteArray> OpenRequests::takeIds()
{
    QList<Entry> entries = m_requests.values();
    std::sort(entries.begin(), entries.end(), [](const Entry &a, const Entry &b) { return a.number < b.number; });
    m_requests.clear();
    m_cancelled.clear();
    m_nameless = 0;
    QList<QByteArray> ids;
    ids.reserve(entries.size());
    for (const Entry &entry : std::as_const(entries))
        ids.append(entry.request.id);
    return ids;
}

bool OpenRequests::isInitializing() const
{
    return std::any_of(m_requests.cbegin(), m_requests.cend(),
                       [](const Entry &entry) { return entry.request.isInitialize; });
}

} // namespace pasarela
