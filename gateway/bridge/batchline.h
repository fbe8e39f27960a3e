// SPDX-License-Identifier: MIT
#pragma once

#include "gateway/bridge/clientline.h"

#include <QByteArray>
#include <QList>

#include <vector>

namespace pasarela {

/// The messages of a batch (JSON-RPC 2.0, section 6; rule J3), as they stand, each fit to be a line by itself: a space
/// before it keeps it from being one of the link's own (Uplink). Empty: `line` is no batch, or one that the gateway
/// refuses whole (no JSON, nothing in it, more than mcp::maxBatchSize messages). A batch in a batch stays one.
QList<QByteArray> batchMembers(const QByteArray &line);

/// The same, read; the line itself where it is no such batch.
std::vector<ClientLine> messagesOf(const ClientLine &line);

} // namespace pasarela
