// SPDX-License-Identifier: MIT
#pragma once

#include "gateway/base/result.h"
#include "gateway/mcp/message.h"

#include <QByteArray>
#include <QString>

namespace pasarela {

/// What a server said of itself in its answer to `initialize`.
struct ServerInfo {
    QByteArray revision; ///< The negotiated protocol version.
    QByteArray serverInfo; ///< Raw JSON.
    QByteArray capabilities; ///< Raw JSON.
    QString instructions;
    bool hasTools = false, hasPrompts = false, hasResources = false, hasLogging = false;
    bool resourcesSubscribe = false;
};

/// Our `initialize` request: the latest legacy revision, and always roots, sampling and elicitation, since any client
/// may come (decisions.md, *Seams*; rules V2 and V5).
mcp::Message initializeRequest();

/// The server's answer as facts. Unsupported where it speaks no revision that we do; Unavailable where it refused;
/// ProtocolViolation where the answer is none.
Result<ServerInfo> readServerInfo(const mcp::Message &answer);

} // namespace pasarela
