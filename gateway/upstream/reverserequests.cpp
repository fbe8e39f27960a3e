// SPDX-License-Identifier: MIT
#include "gateway/upstream/reverserequests.h"

#include "gateway/mcp/jsonrpcerror.h"

#include <QPointer>

namespace pasarela {

void ReverseRequests::take(const mcp::Message &request)
{
    const QByteArray key = mcp::idKey(request.id());
    if (m_open.contains(key))
        return refuse(request, mcp::invalidRequest, QStringLiteral("A request with this id is open already."));
    if (!m_handler)
        return refuse(request, mcp::methodNotFound, QStringLiteral("This client does not offer that."));
    if (m_open.size() >= static_cast<size_t>(m_limit))
        return refuse(request, mcp::serverError, QStringLiteral("Too many requests are open. Wait for their answers."));

    const quint64 serial = ++m_lastSerial;
    m_open.emplace(key, serial);
    m_handler(request, [guard = QPointer(this), id = request.id().toByteArray(), serial](const mcp::Message &response) {
        if (guard)
            guard->reply(id, serial, response);
    });
}

void ReverseRequests::refuse(const mcp::Message &request, int code, const QString &text)
{
    m_transport.send(composed(mcp::Message::error(code, text), request.id()));
}

void ReverseRequests::reply(const QByteArray &id, quint64 serial, const mcp::Message &response)
{
    Q_ASSERT(response.isResponse());
    const auto found = m_open.find(mcp::idKey(id));
    if (found == m_open.end() || found->second != serial)
        return;
    m_open.erase(found);
    m_transport.send(composed(response, id));
}

void ReverseRequests::takeBack(QByteArrayView id)
{
    const QByteArray key = mcp::idKey(id);
    if (m_open.erase(key) > 0)
        Q_EMIT withdrawn(key);
}

} // namespace pasarela
