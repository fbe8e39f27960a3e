// SPDX-License-Identifier: MIT
#include "gateway/catalog/schemadialect.h"

#include "gateway/base/jsonview.h"
#include "gateway/base/splice.h"

namespace pasarela {

namespace {

constexpr int schemaDepthLimit = 64;

/// Whether a schema uses a keyword whose meaning changed up to 2020-12.
bool usesOldKeywords(QByteArrayView text, JsonSpan value, int depth)
{
    if (depth > schemaDepthLimit)
        return true; // not looked at: assume the worst
    const JsonType type = jsonTypeOf(value.in(text));
    if (type == JsonType::Array) {
        JsonArrayReader items(text, value);
        while (const auto item = items.next()) {
            if (usesOldKeywords(text, *item, depth + 1))
                return true;
        }
        return false;
    }
    JsonObjectReader members(text, value);
    while (const auto member = members.next()) {
        const QByteArray key = jsonStringValue(member->key.in(text));
        const JsonType valueType = jsonTypeOf(member->value.in(text));
        const bool old = (key == "items" && valueType == JsonType::Array) || key == "additionalItems"
            || key == "dependencies"
            || ((key == "exclusiveMinimum" || key == "exclusiveMaximum")
                && (valueType == JsonType::True || valueType == JsonType::False));
        if (old || usesOldKeywords(text, member->value, depth + 1))
            return true;
    }
    return false;
}

/// The member with the comma that belongs to it.
JsonSpan withComma(QByteArrayView text, const JsonMember &member)
{
    const auto isSpace = [](char c) { return c == ' ' || c == '\t' || c == '\n' || c == '\r'; };
    qsizetype end = member.value.end;
    while (isSpace(text[end]))
        ++end;
    if (text[end] == ',')
        return {member.key.begin, end + 1};
    qsizetype begin = member.key.begin;
    while (isSpace(text[begin - 1]))
        --begin;
    return {text[begin - 1] == ',' ? begin - 1 : begin, member.value.end};
}

} // namespace

QByteArray inCurrentDialect(const QByteArray &definition)
{
    Splice edits;
    for (const char *name : {"inputSchema", "outputSchema"}) {
        const auto schema = findMember(definition, {0, definition.size()}, name);
        if (!schema)
            continue;
        const auto dialect = findMember(definition, schema->value, "$schema");
        if (!dialect || jsonStringValue(dialect->value.in(definition)).contains("/2020-12/"))
            continue;
        if (!usesOldKeywords(definition, schema->value, 0))
            edits.remove(withComma(definition, *dialect));
    }
    return edits.isEmpty() ? definition : edits.applied(definition);
}

} // namespace pasarela
