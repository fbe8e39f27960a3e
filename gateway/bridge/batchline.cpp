// SPDX-License-Identifier: MIT
#include "gateway/bridge/batchline.h"

#include "gateway/base/jsonview.h"
#include "gateway/mcp/batch.h"

namespace pasarela {

QList<QByteArray> batchMembers(const QByteArray &line)
{
    if (line.isEmpty() || validateJson(line))
        return {};
    const QByteArray array = line.trimmed();
    QList<QByteArray> members;
    JsonArrayReader reader(array, {0, array.size()});
    while (const auto member = reader.next()) {
        if (members.size() == mcp::maxBatchSize)
            return {};
        members.append(' ' + member->in(array).toByteArray());
    }
    return members;
}

std::vector<ClientLine> messagesOf(const ClientLine &line)
{
    std::vector<ClientLine> messages;
    for (const QByteArray &member : batchMembers(line.batch()))
        messages.push_back(ClientLine::of(member));
    if (messages.empty())
        messages.push_back(line);
    return messages;
}

} // namespace pasarela
