// SPDX-License-Identifier: MIT
#pragma once

#include "gateway/base/result.h"
#include "gateway/mcp/message.h"

#include <QByteArray>
#include <QDateTime>
#include <QString>

#include <array>
#include <vector>

namespace pasarela {

enum class ListKind { Tools, Prompts, Resources, Templates };
inline constexpr std::array allListKinds = {ListKind::Tools, ListKind::Prompts, ListKind::Resources,
                                            ListKind::Templates};

/// MCP's word for a list: the method to ask with, the member its items stand in, the member that names an item.
struct ListWords {
    const char *method;
    const char *items;
    const char *key;
    const char *changed; ///< The notification that says it is another one.
};
const ListWords &wordsOf(ListKind kind);

/// One tool, prompt, resource or template as its server described it.
struct ListItem {
    QByteArray key; ///< Name, URI or URI template, unescaped.
    QByteArray definition; ///< Raw JSON object.
    JsonSpan keyValue; ///< Where the key's value stands in `definition`.
    bool operator==(const ListItem &other) const { return definition == other.definition; }
};

/// What one server (for one account) offers.
struct ServerLists {
    std::array<std::vector<ListItem>, allListKinds.size()> items;
    QString instructions;
    bool hasResources = false;
    QDateTime fetched;

    std::vector<ListItem> &operator[](ListKind kind) { return items[size_t(kind)]; }
    const std::vector<ListItem> &operator[](ListKind kind) const { return items[size_t(kind)]; }
    /// The same offer; when it was fetched does not count.
    bool sameAs(const ServerLists &other) const;
};

/// The items of a JSON array of objects in `text`. An item without a string key is left out and counted in `skipped`.
std::vector<ListItem> readItems(QByteArrayView text, JsonSpan array, ListKind kind, int *skipped = nullptr);

} // namespace pasarela
