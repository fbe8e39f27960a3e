// SPDX-License-Identifier: MIT
#pragma once

#include "gateway/mcp/message.h"

#include <variant>
#include <vector>

namespace pasarela::mcp {

/// How many messages one batch may hold (rule J3).
inline constexpr qsizetype maxBatchSize = 100;

/// The messages of a batch, in order, each read by itself: what is wrong with one does not touch the others. `array` is
/// MessageFault::batch. An empty batch, and one with more than maxBatchSize messages, is one fault (JSON-RPC 2.0,
/// section 6).
std::vector<std::variant<Message, MessageFault>> readBatch(const QByteArray &array);

} // namespace pasarela::mcp
