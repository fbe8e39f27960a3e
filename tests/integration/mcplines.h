// SPDX-License-Identifier: MIT
#pragma once

#include <QByteArray>
#include <QByteArrayList>

#include <algorithm>

namespace pasarela::test {

/// What a client says, without the ends of the lines.
inline const QByteArray initializeLine =
    R"({"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":"2025-11-25","capabilities":{},)"
    R"("clientInfo":{"name":"test","version":"1"}}})";
inline const QByteArray initializedLine = R"({"jsonrpc":"2.0","method":"notifications/initialized"})";

inline QByteArray callLine(const QByteArray &id, const QByteArray &tool, const QByteArray &arguments)
{
    return R"({"jsonrpc":"2.0","id":)" + id + R"(,"method":"tools/call","params":{"name":")" + tool
        + R"(","arguments":)" + arguments + "}}";
}

/// A line answers the request of this raw id, and `part` stands in it.
inline bool hasAnswer(const QByteArrayList &lines, const QByteArray &id, const QByteArray &part)
{
    return std::any_of(lines.begin(), lines.end(), [&](const QByteArray &line) {
        return line.startsWith(R"({"jsonrpc":"2.0","id":)" + id + ',') && line.contains(part);
    });
}

} // namespace pasarela::test
