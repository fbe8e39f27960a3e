// SPDX-License-Identifier: MIT
#include "tests/fakemcpserver/page.h"

#include <QByteArray>

#include <algorithm>

namespace pasarela::test {

std::optional<Json> page(const char *member, const Json &all, const Json &params, int pageSize)
{
    size_t from = 0;
    if (params.contains("cursor")) {
        const QByteArray cursor = QByteArray::fromStdString(params.value("cursor", std::string()));
        bool number = false;
        from = cursor.startsWith("page-") ? cursor.mid(5).toUInt(&number) : 0;
        if (!number || from == 0 || from >= all.size())
            return std::nullopt;
    }
    const size_t to = pageSize > 0 ? std::min(all.size(), from + size_t(pageSize)) : all.size();
    Json items = Json::array();
    for (size_t i = from; i < to; ++i)
        items.push_back(all[i]);
    Json result = {{member, items}};
    if (to < all.size())
        result["nextCursor"] = "page-" + std::to_string(to);
    return result;
}

} // namespace pasarela::test
