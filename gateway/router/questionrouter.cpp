// SPDX-License-Identifier: MIT
#include "gateway/router/questionrouter.h"

#include "gateway/base/jsonview.h"
#include "gateway/mcp/jsonrpcerror.h"
#include "gateway/mcp/methods.h"
#include "gateway/router/clientsession.h"

#include <QUrl>

namespace pasarela {

QuestionRouter::QuestionRouter(const RoutingPolicy &policy, LiveSessions &live, FindClient findClient, QObject *parent)
    : QObject(parent)
    , m_policy(policy)
    , m_live(live)
    , m_findClient(std::move(findClient))
{
}

void QuestionRouter::attach(const SessionKey &key, UpstreamSession &session)
{
    session.onReverseRequest([this, key](UpstreamSession &from, const mcp::Message &question, UpstreamSession::Reply reply) {
        take(key, from, question, std::move(reply));
    });
    connect(&session, &UpstreamSession::questionWithdrawn, this, [this, from = &session](const QByteArray &id) {
        const auto found = m_open.find({from, id});
        if (found == m_open.end())
            return;
        const Asked asked = found->second;
        m_open.erase(found);
        if (ClientSession *client = m_findClient(asked.client))
            client->withdraw(asked.question);
    });
    connect(&session, &QObject::destroyed, this, [this, from = &session] {
        std::erase_if(m_open, [from](const auto &entry) { return entry.first.session == from; });
    });
}

ClientSession *QuestionRouter::askedClient(const SessionKey &key) const
{
    const EnclaveConfig *config = m_policy.enclave(key.enclave);
    const auto live = m_live.find(key);
    if (!config || live == m_live.end())
        return nullptr;
    const bool oneAtATime = config->reverse != ReversePolicy::Refuse || config->scope == Scope::Client;
    const auto owner = oneAtATime ? live->second.traffic.presentOwner() : live->second.traffic.certainOwner();
    return owner ? m_findClient(*owner) : nullptr;
}

mcp::Message QuestionRouter::answerWithoutClient(const SessionKey &key, const mcp::Message &question) const
{
    // A shared server's start is nobody's call: it gets no client's folders, only the project it was started for.
    if (question.method() == mcp::method::rootsList) {
        if (!key.scope.startsWith(u'/'))
            return mcp::Message::result(R"({"roots":[]})");
        const QString uri = QUrl::fromLocalFile(key.scope).toString(QUrl::FullyEncoded);
        return mcp::Message::result(QByteArray(R"({"roots":[{"uri":)" + jsonQuoted(uri) + "}]}"));
    }
    return mcp::Message::error(
        mcp::invalidRequest,
        QStringLiteral("It is not certain which app this question belongs to, because several use this service at once. Set "
                       "\"reverse\" of %1 to \"exclusive\" (one call at a time) or \"isolated\" (a server for each app).")
            .arg(key.enclave.text()));
}

void QuestionRouter::take(const SessionKey &key, UpstreamSession &session, const mcp::Message &question,
                          UpstreamSession::Reply reply)
{
    ClientSession *client = askedClient(key);
    if (!client)
        return reply(answerWithoutClient(key, question));
    const Place place{&session, question.id().toByteArray()};
    const quint64 number = client->ask(question, client->soleRequestId(),
                                       [this, place, reply = std::move(reply)](const mcp::Message &response) {
                                           m_open.erase(place);
                                           reply(response);
                                       });
    if (number != 0)
        m_open.insert_or_assign(place, Asked{client->number(), number});
}

} // namespace pasarela
