// SPDX-License-Identifier: MIT
#pragma once

#include "gateway/base/ids.h"

#include <chrono>
#include <map>
#include <optional>
#include <set>

namespace pasarela {

/// Who uses one shared session, to tell for whom a server's reverse request is (rule B1). A client in the rule's sense
/// is an app; one app may have several connections, as Claude Desktop does, and the answer names the one to ask. Pure:
/// times are given.
class SessionTraffic {
public:
    using Owner = unsigned long long; ///< The number of a client's connection.
    using Time = std::chrono::steady_clock::time_point;

    /// A session counts as used by nobody once nothing was in flight for this long.
    static constexpr std::chrono::seconds memory{5};
    /// A server may work as long on a call that was given up, and ask for it: it does not rest, whatever it is told.
    static constexpr std::chrono::minutes doubt{10};

    void began(Owner owner, const ClientId &app, Time now);
    /// `answered`: the server is done with the call; else it was given up, and the server may still work on it.
    void ended(Owner owner, Time now, bool answered);

    /// On whose behalf the server works: the only connection with calls in flight, and no other app has used the
    /// session since it last rested. Nothing: not certain.
    std::optional<Owner> certainOwner(Time now) const;
    /// The only one with calls in flight, whoever was here before and had its answers: for sessions whose calls are
    /// serialised. Nothing also while a call of another app that was given up may still be worked on.
    std::optional<Owner> presentOwner(Time now) const;

private:
    struct Use {
        ClientId app;
        int calls = 0;
    };
    std::map<Owner, Use> m_inFlight;
    std::set<ClientId> m_recent;
    std::map<ClientId, Time> m_givenUp; ///< When a call of this app last ended without an answer.
    Time m_restingSince{};
};

} // namespace pasarela
