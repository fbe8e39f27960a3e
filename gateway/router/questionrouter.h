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

/// Brings a server's question (sampling, elicitation, roots) to the client on whose behalf the server works, never to
/// another (rules B1, B2, B5): where that is not certain, the enclave's `reverse` policy decides, and a refusal says
/// so.
class QuestionRouter : public QObject {
    Q_OBJECT

public:
    using FindClient = std::function<ClientSession *(quint64 number)>;
    QuestionRouter(const RoutingPolicy &policy, LiveSessions &live, FindClient findClient, QObject *parent = nullptr);

    /// Takes this session's questions from now on.
    void attach(const SessionKey &key, UpstreamSession &session);

private:
    /// An open question, by session and idKey() of the server's own id.
    struct Place {
        const UpstreamSession *session;
        QByteArray id;
        bool operator<(const Place &other) const { return std::tie(session, id) < std::tie(other.session, other.id); }
    };
    struct Asked {
        quint64 client;
        quint64 question;
    };

    void withdraw(std::map<Place, Asked>::iterator question);
    void withdrawAll(const UpstreamSession *session);
    void take(const SessionKey &key, UpstreamSession &session, const mcp::Message &question,
              UpstreamSession::Reply reply);
    ClientSession *askedClient(const SessionKey &key) const;
    mcp::Message answerWithoutClient(const SessionKey &key, const mcp::Message &question) const;

    const RoutingPolicy &m_policy;
    LiveSessions &m_live;
    FindClient m_findClient;
    std::map<Place, Asked> m_open;
};

} // namespace pasarela
