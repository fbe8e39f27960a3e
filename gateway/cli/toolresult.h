// SPDX-License-Identifier: MIT
#pragma once

#include <QByteArray>
#include <QString>

namespace pasarela {

/// MCP's CallToolResult for a terminal.
struct ToolResult {
    bool isError = false;
    QString text; ///< Texts as they are, one after the other; other content, or a result without any, as JSON.
};

ToolResult toolResult(const QByteArray &json);

} // namespace pasarela
