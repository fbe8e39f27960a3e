// SPDX-License-Identifier: MIT
#include "gateway/router/reverserouter.h"

#include "gateway/base/jsonview.h"
#include "gateway/mcp/jsonrpcerror.h"
#include "gateway/mcp/methods.h"
#include "gateway/router/clientsession.h"

#include <QPointer>
#include <QUrl>

namespace pasarela {

ReverseRouter::ReverseRouter(const RoutingPolicy &policy, LiveSessions &live, FindClient findClient, QObject *parent)
    : QObject(parent)
    , m_policy(policy)
    , m_live(live)
    , m_findClient(std::move(findClient))
{
}

void ReverseRouter::attach(const SessionKey &key, UpstreamSession &session)
{
    ReverseRequests &requests = session.reverseRequests();
    requests.setHandler([this, key, from = &session](const mcp::Message &request, ReverseRequests::Reply reply) {
        take(key, *from, request, std::move(reply));
    });
    connect(&requests, &ReverseRequests::withdrawn, this, [this, from = &session](const QByteArray &id) {
        withdraw(m_open.find({from, id}));
    });
    // What a server asked that is gone, nobody needs to answer any more.
    connect(&session, &UpstreamSession::stateChanged, this, [this, from = &session](UpstreamSession::State state) {
        if (state == UpstreamSession::State::Closed)
            withdrawAll(from);
    });
    connect(&session, &QObject::destroyed, this, [this, from = &session] { withdrawAll(from); });
}

void ReverseRouter::withdrawAll(const UpstreamSession *session)
{
    const auto next = [this, session] {
        const auto found = m_open.lower_bound({session, {}});
        return found != m_open.end() && found->first.session == session ? found : m_open.end();
    };
    for (auto found = next(); found != m_open.end(); found = next())
        withdraw(found);
}

void ReverseRouter::withdraw(std::map<Place, Asked>::iterator found)
{
    if (found == m_open.end())
        return;
    const Asked asked = found->second;
    m_open.erase(found);
    if (ClientSession *client = m_findClient(asked.client))
        client->withdraw(asked.request);
}

ClientSession *ReverseRouter::askedClient(const SessionKey &key) const
{
    if (const auto connection = clientInScope(key.scope))
        return m_findClient(*connection);
    const EnclaveConfig *config = m_policy.enclave(key.enclave);
    const auto live = m_live.find(key);
    if (!config || live == m_live.end())
        return nullptr;
    const SessionTraffic &traffic = live->second.traffic;
    const auto now = std::chrono::steady_clock::now();
    const auto owner =
        config->reverse == ReversePolicy::Exclusive ? traffic.presentOwner(now) : traffic.certainOwner(now);
    return owner ? m_findClient(*owner) : nullptr;
}

mcp::Message ReverseRouter::answerWithoutClient(const SessionKey &key, const mcp::Message &request) const
{
    // A shared server's start is nobody's call: it gets no client's folders, only the project it was started for.
    if (request.method() == mcp::method::rootsList) {
        if (!key.scope.startsWith(u'/'))
            return mcp::Message::result(R"({"roots":[]})");
        const QString uri = QUrl::fromLocalFile(key.scope).toString(QUrl::FullyEncoded);
        return mcp::Message::result(QByteArray(R"({"roots":[{"uri":)" + jsonQuoted(uri) + "}]}"));
    }
    return mcp::Message::error(
        mcp::invalidRequest,
        QStringLiteral(
            "It is not certain which app this question belongs to, because several use this service at once. Set "
            "\"reverse\" of %1 to \"exclusive\" (one call at a time) or \"isolated\" (a server for each app).")
            .arg(key.enclave.text()));
}

void ReverseRouter::take(const SessionKey &key, UpstreamSession &session, const mcp::Message &request,
                         ReverseRequests::Reply reply)
{
    ClientSession *client = askedClient(key);
    if (!client)
        return reply(answerWithoutClient(key, request));
    const Place place{&session, mcp::idKey(request.id())};
    const quint64 number = client->ask(
        request, client->soleRequestId(),
        [this, place, reply = std::move(reply)](const mcp::Message &response) {
            m_open.erase(place);
            reply(response);
        },
        [from = QPointer(&session)](const mcp::Message &progress, const Splice &restored) {
            if (from)
                from->notify(progress, restored);
        });
    if (number != 0)
        m_open.insert_or_assign(place, Asked{client->number(), number});
}

} // namespace pasarela
