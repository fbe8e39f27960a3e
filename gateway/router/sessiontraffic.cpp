// SPDX-License-Identifier: MIT
#include "gateway/router/sessiontraffic.h"

namespace pasarela {

void SessionTraffic::began(Owner owner, const ClientId &app, Time now)
{
    if (m_inFlight.empty() && now - m_restingSince >= memory)
        m_recent.clear();
    m_inFlight.insert(owner);
    m_recent.insert(app);
}

void SessionTraffic::ended(Owner owner, Time now)
{
    if (const auto found = m_inFlight.find(owner); found != m_inFlight.end())
        m_inFlight.erase(found);
    m_restingSince = now;
}

std::optional<SessionTraffic::Owner> SessionTraffic::presentOwner() const
{
    if (m_inFlight.empty() || *m_inFlight.begin() != *m_inFlight.rbegin())
        return std::nullopt;
    return *m_inFlight.begin();
}

std::optional<SessionTraffic::Owner> SessionTraffic::certainOwner() const
{
    return m_recent.size() == 1 ? presentOwner() : std::nullopt;
}

} // namespace pasarela
