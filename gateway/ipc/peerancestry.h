// SPDX-License-Identifier: MIT
#pragma once

#include "gateway/base/processinfo.h"

#include <functional>

namespace pasarela {

/// What is asked of the system about processes (seam for tests).
struct ProcessLookup {
    std::function<qint64(qint64 processId)> parentOf = parentProcess;
    std::function<qint64(qint64 processId)> startTimeOf = processStartTime;
};

/// Whether a socket's peer descends from `ancestor` (spec/security.md: programs that the gateway started speak to
/// neither of its sockets). A peer that cannot be told, or that has ended already, counts as one: its child may hold
/// the socket.
bool mayDescendFrom(qint64 processId, qint64 ancestor, const ProcessLookup &lookup = {});

} // namespace pasarela
