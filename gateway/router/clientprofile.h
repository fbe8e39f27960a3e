// SPDX-License-Identifier: MIT
#pragma once

#include "gateway/base/ids.h"
#include "gateway/catalog/toolname.h"

#include <QByteArray>

#include <chrono>

namespace pasarela {

/// What is known of a kind of client (mcp.md, *What clients do*; decisions.md, *Clients and names*).
struct ClientProfile {
    ClientId name;
    int nameLimit = defaultNameLimit;
    bool strictSchemas = false; ///< Refuses a whole list for one old schema dialect.
    std::chrono::milliseconds listWait{15000}; ///< How long the first list may wait for services never seen before.
};

/// `given` (from --client or a token) decides; else MCP's clientInfo.name; an unknown name is the generic profile under
/// it.
ClientProfile clientProfile(const ClientId &given, const QByteArray &clientInfoName);

} // namespace pasarela
