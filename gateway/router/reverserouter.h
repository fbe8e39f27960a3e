// SPDX-License-Identifier: MIT
#pragma once

#include "gateway/router/livesessions.h"
#include "gateway/session/routingpolicy.h"
#include "gateway/upstream/upstreamsession.h"

#include <QObject>

#include <functional>
#include <map>
#include <tuple>

namespace pasarela {

class ClientSession;

/// Brings a server's reverse request (sampling, elicitation, roots) to the client on whose behalf the server works,
/// never to another (rules B1, B2, B5): where that is not certain, the enclave's `reverse` policy decides, and a
/// refusal says so.
class ReverseRouter : public QObject {
    Q_OBJECT

public:
    using FindClient = std::function<ClientSession *(quint64 number)>;
    ReverseRouter(const RoutingPolicy &policy, LiveSessions &live, FindClient findClient, QObject *parent = nullptr);

    /// Takes this session's reverse requests from now on.
    void attach(const SessionKey &key, UpstreamSession &session);

private:
    /// An open request, by session and idKey() of the server's own id.
    struct Place {
        const UpstreamSession *session;
        QByteArray id;
        bool operator<(const Place &other) const { return std::tie(session, id) < std::tie(other.session, other.id); }
    };
    struct Asked {
        quint64 client;
        quint64 request; ///< As ClientSession::ask() numbers it.
    };

    void withdraw(std::map<Place, Asked>::iterator found);
    void withdrawAll(const UpstreamSession *session);
    void take(const SessionKey &key, UpstreamSession &session, const mcp::Message &request,
              ReverseRequests::Reply reply);
    ClientSession *askedClient(const SessionKey &key) const;
    mcp::Message answerWithoutClient(const SessionKey &key, const mcp::Message &request) const;

    const RoutingPolicy &m_policy;
    LiveSessions &m_live;
    FindClient m_findClient;
    std::map<Place, Asked> m_open;
};

} // namespace pasarela
