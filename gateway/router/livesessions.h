// SPDX-License-Identifier: MIT
#pragma once

#include "gateway/router/callgate.h"
#include "gateway/router/sessiontraffic.h"
#include "gateway/session/sessionkey.h"

#include <map>

namespace pasarela {

/// What the router remembers of a session beyond one run of its server.
struct LiveSession {
    SessionTraffic traffic;
    CallGate gate;
};

using LiveSessions = std::map<SessionKey, LiveSession>;

} // namespace pasarela
