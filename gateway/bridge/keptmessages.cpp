// SPDX-License-Identifier: MIT
#include "gateway/bridge/keptmessages.h"

#include "gateway/base/jsonscanner.h"
#include "gateway/base/jsonview.h"
#include "gateway/mcp/methods.h"

#include <algorithm>

namespace pasarela {

namespace {

enum Found { Id, Method, Uri, RequestId };

/// Nothing where the line is no valid JSON: the gateway will have refused it.
std::optional<JsonScan> scanRequest(const QByteArray &line)
{
    static const JsonPaths paths{{"id"}, {"method"}, {"params", "uri"}, {"params", "requestId"}};
    JsonScan scan = scanJson(line, paths);
    return scan.ok() ? std::optional(std::move(scan)) : std::nullopt;
}

} // namespace

QByteArray agreedVersion(const QByteArray &answer)
{
    static const JsonPaths paths{{"result", "protocolVersion"}};
    const JsonScan scan = scanJson(answer, paths);
    return scan.ok() ? scan.values[0].in(answer).toByteArray() : QByteArray();
}

QByteArray cancelledId(const QByteArray &notification)
{
    const auto scan = scanRequest(notification);
    return scan ? scan->values[RequestId].in(notification).toByteArray() : QByteArray();
}

void KeptMessages::answered(const QByteArray &request, const QByteArray &answer)
{
    const auto scan = scanRequest(request);
    if (!scan)
        return;
    const QByteArray method = jsonStringValue(scan->values[Method].in(request));
    if (method == mcp::method::initialize) {
        const QByteArray version = ::pasarela::agreedVersion(answer);
        m_initialize.clear();
        m_level.clear();
        m_subscriptions.clear();
        if (!version.isEmpty() && fits(request)) {
            m_initialize = request;
            m_version = version;
        }
    } else if (method == mcp::method::loggingSetLevel) {
        m_level.clear();
        if (fits(request))
            m_level = request;
    } else {
        const QByteArray uri = jsonStringValue(scan->values[Uri].in(request));
        m_subscriptions.removeIf([&](const Subscription &open) { return open.uri == uri; });
        if (method == mcp::method::resourcesSubscribe && fits(request))
            m_subscriptions.append({uri, request});
    }
}

void KeptMessages::initialized(const QByteArray &notification)
{
    m_initialized.clear();
    if (fits(notification))
        m_initialized = notification;
}

bool KeptMessages::fits(const QByteArray &line) const
{
    qsizetype size = m_initialize.size() + m_initialized.size() + m_level.size() + line.size();
    for (const Subscription &open : m_subscriptions)
        size += open.line.size() + open.uri.size();
    return size <= sizeLimit && m_subscriptions.size() + 3 < countLimit;
}

KeptMessages::Replay KeptMessages::withOwnId(const QByteArray &line)
{
    const auto scan = scanRequest(line);
    if (!scan || !scan->values[Id].exists())
        return {{}, line};
    const JsonSpan id = scan->values[Id];
    const QByteArray own = "\"pasarela-replay-" + QByteArray::number(++m_replays) + '"';
    return {own, line.first(id.begin) + own + line.sliced(id.end)};
}

KeptMessages::Replay KeptMessages::initialize()
{
    return withOwnId(m_initialize);
}

QList<KeptMessages::Replay> KeptMessages::rest()
{
    QList<Replay> all;
    for (const QByteArray &line : {m_initialized, m_level}) {
        if (!line.isEmpty())
            all.append(withOwnId(line));
    }
    for (const Subscription &open : std::as_const(m_subscriptions))
        all.append(withOwnId(open.line));
    return all;
}

} // namespace pasarela
