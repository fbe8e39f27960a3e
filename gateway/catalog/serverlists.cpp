// SPDX-License-Identifier: MIT
#include "gateway/catalog/serverlists.h"

#include "gateway/base/jsonview.h"
#include "gateway/mcp/methods.h"

namespace pasarela {

const ListWords &wordsOf(ListKind kind)
{
    namespace m = mcp::method;
    static constexpr std::array<ListWords, allListKinds.size()> words = {{
        {m::toolsList, "tools", "name", m::toolsListChanged},
        {m::promptsList, "prompts", "name", m::promptsListChanged},
        {m::resourcesList, "resources", "uri", m::resourcesListChanged},
        {m::resourcesTemplatesList, "resourceTemplates", "uriTemplate", m::resourcesListChanged},
    }};
    return words[size_t(kind)];
}

bool ServerLists::sameAs(const ServerLists &other) const
{
    return items == other.items && instructions == other.instructions && hasResources == other.hasResources;
}

std::vector<ListItem> readItems(QByteArrayView text, JsonSpan array, ListKind kind, int *skipped)
{
    std::vector<ListItem> items;
    JsonArrayReader reader(text, array);
    while (const auto span = reader.next()) {
        ListItem item;
        item.definition = span->in(text).toByteArray();
        const JsonSpan whole{0, item.definition.size()};
        const auto key = findMember(item.definition, whole, wordsOf(kind).key);
        if (key && jsonTypeOf(key->value.in(item.definition)) == JsonType::String) {
            item.keyValue = key->value;
            item.key = jsonStringValue(key->value.in(item.definition));
            items.push_back(std::move(item));
        } else if (skipped) {
            ++*skipped;
        }
    }
    return items;
}

} // namespace pasarela
