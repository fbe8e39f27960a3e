// SPDX-License-Identifier: MIT
#pragma once

// Method and notification names of MCP, revisions 2024-11-05 to 2025-11-25 (schema.ts of each).
namespace pasarela::mcp::method {

inline constexpr char initialize[] = "initialize";
inline constexpr char initialized[] = "notifications/initialized";
inline constexpr char ping[] = "ping";
inline constexpr char cancelled[] = "notifications/cancelled";
inline constexpr char progress[] = "notifications/progress";

inline constexpr char toolsList[] = "tools/list";
inline constexpr char toolsCall[] = "tools/call";
inline constexpr char toolsListChanged[] = "notifications/tools/list_changed";

inline constexpr char promptsList[] = "prompts/list";
inline constexpr char promptsGet[] = "prompts/get";
inline constexpr char promptsListChanged[] = "notifications/prompts/list_changed";

inline constexpr char resourcesList[] = "resources/list";
inline constexpr char resourcesTemplatesList[] = "resources/templates/list";
inline constexpr char resourcesRead[] = "resources/read";
inline constexpr char resourcesSubscribe[] = "resources/subscribe";
inline constexpr char resourcesUnsubscribe[] = "resources/unsubscribe";
inline constexpr char resourcesUpdated[] = "notifications/resources/updated";
inline constexpr char resourcesListChanged[] = "notifications/resources/list_changed";

inline constexpr char completionComplete[] = "completion/complete";
inline constexpr char loggingSetLevel[] = "logging/setLevel";
inline constexpr char loggingMessage[] = "notifications/message";

inline constexpr char samplingCreateMessage[] = "sampling/createMessage";
inline constexpr char elicitationCreate[] = "elicitation/create";
inline constexpr char elicitationComplete[] = "notifications/elicitation/complete";
inline constexpr char rootsList[] = "roots/list";
inline constexpr char rootsListChanged[] = "notifications/roots/list_changed";

inline constexpr char serverDiscover[] =
    "server/discover"; ///< 2026-07-28; refused with -32601 until both eras are spoken.

} // namespace pasarela::mcp::method
