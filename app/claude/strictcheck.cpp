// SPDX-License-Identifier: MIT
#include "app/claude/strictcheck.h"

#include <simdjson.h>

namespace pasarela {

namespace {

namespace ondemand = simdjson::ondemand;

/// Depth is bounded by simdjson itself (1,024).
bool walk(ondemand::value value)
{
    ondemand::json_type type;
    if (value.type().get(type))
        return false;
    if (type == ondemand::json_type::object) {
        ondemand::object members;
        if (value.get_object().get(members))
            return false;
        for (auto member : members) {
            ondemand::value inner;
            std::string_view key;
            if (member.unescaped_key().get(key) || member.value().get(inner) || !walk(inner))
                return false;
        }
        return true;
    }
    if (type == ondemand::json_type::array) {
        ondemand::array items;
        if (value.get_array().get(items))
            return false;
        for (auto item : items) {
            ondemand::value inner;
            if (item.get(inner) || !walk(inner))
                return false;
        }
        return true;
    }
    return !value.raw_json_token().empty();
}

} // namespace

bool passesSecondParser(QByteArrayView bytes)
{
    if (bytes.startsWith("\xEF\xBB\xBF"))
        return false;
    const simdjson::padded_string padded(bytes.data(), size_t(bytes.size()));
    ondemand::parser parser;
    ondemand::document document;
    ondemand::object root;
    if (parser.iterate(padded).get(document) || document.get_object().get(root))
        return false;
    for (auto member : root) {
        ondemand::value inner;
        std::string_view key;
        if (member.unescaped_key().get(key) || member.value().get(inner) || !walk(inner))
            return false;
    }
    const char *rest = nullptr;
    return document.current_location().get(rest) == simdjson::OUT_OF_BOUNDS; // nothing stands behind it
}

} // namespace pasarela
