// SPDX-License-Identifier: MIT
#pragma once

#include "gateway/base/error.h"
#include "gateway/mcp/message.h"

namespace pasarela::mcp {

// Codes of JSON-RPC 2.0 (section 5.1) and MCP.
inline constexpr int parseError = -32700;
inline constexpr int invalidRequest = -32600;
inline constexpr int methodNotFound = -32601;
inline constexpr int invalidParams = -32602;
inline constexpr int internalError = -32603;
inline constexpr int resourceNotFound = -32002; ///< MCP up to 2025-11-25.
inline constexpr int urlElicitationRequired = -32042; ///< MCP 2025-11-25.
inline constexpr int serverError = -32000; ///< Implementation-defined: not reachable, stopped, timed out.

/// An Error as an answer: its detail as the message, its short code in `data.code` ("P-202").
Message toErrorMessage(const Error &error);

} // namespace pasarela::mcp
