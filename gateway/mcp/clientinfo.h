// SPDX-License-Identifier: MIT
#pragma once

#include "gateway/base/ids.h"

#include <QString>

#include <chrono>
#include <optional>

namespace pasarela::mcp {

/// Who arrived at an endpoint, before MCP's own handshake. The name separates, it does not authenticate.
struct ClientInfo {
    ClientId client; ///< From --client or a token; empty: decided by MCP's clientInfo.name.
    QString transport; ///< "bridge", "http", "control"
    QString project; ///< The bridge's working directory; empty: none.
    qint64 processId = 0; ///< Of the bridge; 0 where unknown.
    QString version; ///< Of the bridge.
    // Only for calls from the control socket:
    QString account; ///< Overrides the choice of account.
    std::optional<std::chrono::milliseconds>
        callTimeout; ///< Shortens what an enclave's call may take, once it is sent.
};

} // namespace pasarela::mcp
