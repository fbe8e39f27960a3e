// SPDX-License-Identifier: MIT
#include "gateway/router/subscriptions.h"

namespace pasarela {

void Subscriptions::add(const Resource &resource, Client client)
{
    m_subscribers[resource].insert(client);
}

bool Subscriptions::remove(const Resource &resource, Client client)
{
    const auto found = m_subscribers.find(resource);
    if (found == m_subscribers.end() || found->second.erase(client) == 0 || !found->second.empty())
        return false;
    m_subscribers.erase(found);
    return true;
}

std::vector<Subscriptions::Resource> Subscriptions::removeClient(Client client)
{
    std::vector<Resource> unwanted;
    for (auto it = m_subscribers.begin(); it != m_subscribers.end();) {
        if (it->second.erase(client) > 0 && it->second.empty()) {
            unwanted.push_back(it->first);
            it = m_subscribers.erase(it);
        } else {
            ++it;
        }
    }
    return unwanted;
}

std::set<Subscriptions::Client> Subscriptions::subscribers(const Resource &resource) const
{
    const auto found = m_subscribers.find(resource);
    return found == m_subscribers.end() ? std::set<Client>() : found->second;
}

std::vector<QByteArray> Subscriptions::urisOf(const SessionKey &session) const
{
    std::vector<QByteArray> uris;
    for (const auto &[resource, clients] : m_subscribers) {
        if (resource.session == session)
            uris.push_back(resource.uri);
    }
    return uris;
}

} // namespace pasarela
