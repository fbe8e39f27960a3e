// SPDX-License-Identifier: MIT
#pragma once

#include <chrono>
#include <optional>
#include <set>
#include <vector>

namespace pasarela {

/// Which clients use one shared session, to tell whose question a server's question is (rule B1). Pure: times are given.
class SessionTraffic {
public:
    using Owner = unsigned long long;               ///< A client's number.
    using Time = std::chrono::steady_clock::time_point;

    /// A session counts as used by nobody once nothing was in flight for this long.
    static constexpr std::chrono::seconds memory{5};

    void began(Owner owner, Time now);
    void ended(Owner owner, Time now);

    /// The client on whose behalf the server works: the only one with calls in flight, and no other has used the session
    /// since it last rested. Nothing: not certain.
    std::optional<Owner> certainOwner() const;
    /// The only one with calls in flight, whoever was here before: for sessions whose calls are serialised or that belong to
    /// one client.
    std::optional<Owner> presentOwner() const;

private:
    std::multiset<Owner> m_inFlight;
    std::set<Owner> m_recent;
    Time m_restingSince{};
};

} // namespace pasarela
