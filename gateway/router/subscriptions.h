// SPDX-License-Identifier: MIT
#pragma once

#include "gateway/session/sessionkey.h"

#include <QByteArray>

#include <map>
#include <set>
#include <tuple>
#include <vector>

namespace pasarela {

/// Who wants to hear of which resource, counted for each upstream URI (rule R6). Pure.
class Subscriptions {
public:
    using Client = quint64;
    struct Resource {
        SessionKey session;
        QByteArray uri; ///< As its server calls it.
        bool operator<(const Resource &other) const
        {
            return std::tie(session, uri) < std::tie(other.session, other.uri);
        }
    };

    /// The server knows that somebody wants it.
    bool isWanted(const Resource &resource) const { return m_subscribers.contains(resource); }
    /// Once the server has agreed, or isWanted() already.
    void add(const Resource &resource, Client client);
    /// True: that was the last one; the server must be told.
    bool remove(const Resource &resource, Client client);
    /// Takes a client off everything; gives what nobody wants any more.
    std::vector<Resource> removeClient(Client client);

    std::set<Client> subscribers(const Resource &resource) const;
    /// What a server that starts anew must be asked for again.
    std::vector<QByteArray> urisOf(const SessionKey &session) const;

private:
    std::map<Resource, std::set<Client>> m_subscribers;
};

} // namespace pasarela
