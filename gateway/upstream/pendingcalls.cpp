// SPDX-License-Identifier: MIT
#include "gateway/upstream/pendingcalls.h"

#include "gateway/base/jsonview.h"
#include "gateway/mcp/calloutcome.h"

#include <algorithm>

namespace pasarela {

void PendingCall::endUnanswered(const Error &reason) const
{
    done(mayAct ? mcp::sentButUnanswered(reason) : reason);
}

PendingCalls::PendingCalls(QByteArray prefix)
    : m_opening('"' + std::move(prefix) + '-')
{
}

QByteArray PendingCalls::wireId(Id id) const
{
    if (usesNumbers())
        return QByteArray::number(m_start + id);
    return m_opening + QByteArray::number(id) + '"';
}

PendingCalls::Id PendingCalls::openCall(QByteArrayView wireId) const
{
    if (usesNumbers()) {
        const auto number = jsonInteger(wireId);
        const Id numbered = number ? static_cast<Id>(*number) - m_start : 0;
        return m_calls.contains(numbered) ? numbered : 0;
    }
    // A server may write the same string with other escapes.
    const QByteArray plain =
        wireId.contains('\\') ? jsonQuoted(QByteArrayView(jsonStringValue(wireId))) : wireId.toByteArray();
    if (!plain.startsWith(m_opening) || !plain.endsWith('"'))
        return 0;
    bool ok = false;
    const Id id = plain.mid(m_opening.size(), plain.size() - m_opening.size() - 1).toULongLong(&ok);
    return ok && m_calls.contains(id) && this->wireId(id) == plain ? id : 0;
}

std::optional<PendingCall> PendingCalls::take(Id id)
{
    auto node = m_calls.extract(id);
    return node.empty() ? std::nullopt : std::optional(std::move(node.mapped()));
}

std::vector<std::pair<PendingCalls::Id, PendingCall>> PendingCalls::takeExpired()
{
    std::vector<std::pair<Id, PendingCall>> expired;
    for (auto it = m_calls.begin(); it != m_calls.end();) {
        if (it->second.deadline.hasExpired()) {
            expired.emplace_back(it->first, std::move(it->second));
            it = m_calls.erase(it);
        } else {
            ++it;
        }
    }
    return expired;
}

std::vector<PendingCall> PendingCalls::takeAll()
{
    std::vector<PendingCall> all;
    for (auto &entry : m_calls)
        all.push_back(std::move(entry.second));
    m_calls.clear();
    return all;
}

QDeadlineTimer PendingCalls::nextDeadline() const
{
    QDeadlineTimer next(QDeadlineTimer::Forever);
    for (const auto &entry : m_calls)
        next = std::min(next, entry.second.deadline);
    return next;
}

} // namespace pasarela
