// SPDX-License-Identifier: MIT
#pragma once

#include "tests/fakemcpserver/peer.h"

#include <set>

namespace pasarela::test {

/// Two static resources, a template, and those that `grow` adds; any may be subscribed to.
///
///   fake://static/text     "static text, version N"; N counts the touches
///   fake://static/blob     three bytes, base64
///   fake://item/{id}       "item ID"
class ResourceSet {
public:
    explicit ResourceSet(Peer &peer);

    Json list() const;
    Json templates() const;
    /// Answers resources/read.
    void read(const Request &request);
    void subscribe(const std::string &uri) { m_subscribed.insert(uri); }
    void unsubscribe(const std::string &uri) { m_subscribed.erase(uri); }
    const std::set<std::string> &subscribed() const { return m_subscribed; }
    /// Changes a resource and tells the client where it subscribed.
    void touch(const std::string &uri);
    void grow();

private:
    Peer &m_peer;
    std::set<std::string> m_subscribed;
    std::map<std::string, int> m_versions;
    int m_grown = 0;
};

} // namespace pasarela::test
