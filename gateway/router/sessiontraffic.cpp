// SPDX-License-Identifier: MIT
#include "gateway/router/sessiontraffic.h"

#include <algorithm>

namespace pasarela {

void SessionTraffic::began(Owner owner, const ClientId &app, Time now)
{
    if (m_inFlight.empty() && now - m_restingSince >= memory)
        m_recent.clear();
    std::erase_if(m_givenUp, [now](const auto &entry) { return now - entry.second >= doubt; });
    Use &use = m_inFlight[owner];
    use.app = app;
    ++use.calls;
    m_recent.insert(app);
}

void SessionTraffic::ended(Owner owner, Time now, bool answered)
{
    const auto found = m_inFlight.find(owner);
    if (found == m_inFlight.end())
        return;
    if (!answered)
        m_givenUp[found->second.app] = now;
    if (--found->second.calls == 0)
        m_inFlight.erase(found);
    m_restingSince = now;
}

std::optional<SessionTraffic::Owner> SessionTraffic::presentOwner(Time now) const
{
    if (m_inFlight.size() != 1)
        return std::nullopt;
    const auto &[owner, use] = *m_inFlight.begin();
    const bool doubtful = std::any_of(m_givenUp.begin(), m_givenUp.end(), [&app = use.app, now](const auto &entry) {
        return entry.first != app && now - entry.second < doubt;
    });
    return doubtful ? std::nullopt : std::optional(owner);
}

std::optional<SessionTraffic::Owner> SessionTraffic::certainOwner(Time now) const
{
    return m_recent.size() == 1 ? presentOwner(now) : std::nullopt;
}

} // namespace pasarela
