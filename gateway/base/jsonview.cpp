// SPDX-License-Identifier: MIT
#include "gateway/base/jsonview.h"

#include "gateway/base/jsonbytes.h"
#include "gateway/base/jsonstring.h"
#include "gateway/base/utf8.h"

#include <charconv>

namespace pasarela {

namespace {

void appendQuoted(QByteArray &out, char c)
{
    constexpr char hexDigits[] = "0123456789abcdef";
    switch (c) {
    case '"':
        out += "\\\"";
        break;
    case '\\':
        out += "\\\\";
        break;
    case '\b':
        out += "\\b";
        break;
    case '\f':
        out += "\\f";
        break;
    case '\n':
        out += "\\n";
        break;
    case '\r':
        out += "\\r";
        break;
    case '\t':
        out += "\\t";
        break;
    default:
        out += "\\u00";
        out += hexDigits[c >> 4];
        out += hexDigits[c & 0xF];
    }
}

} // namespace

JsonType jsonTypeOf(QByteArrayView value)
{
    if (value.isEmpty())
        return JsonType::None;
    switch (value.front()) {
    case '{':
        return JsonType::Object;
    case '[':
        return JsonType::Array;
    case '"':
        return JsonType::String;
    case 't':
        return JsonType::True;
    case 'f':
        return JsonType::False;
    case 'n':
        return JsonType::Null;
    default:
        return value.front() == '-' || (value.front() >= '0' && value.front() <= '9') ? JsonType::Number
                                                                                      : JsonType::None;
    }
}

JsonObjectReader::JsonObjectReader(QByteArrayView text, JsonSpan span)
    : m_text(text)
    , m_at(span.begin + 1)
    , m_end(jsonTypeOf(span.in(text)) == JsonType::Object ? span.end - 1 : m_at)
{
}

std::optional<JsonMember> JsonObjectReader::next()
{
    const char *begin = m_text.data();
    const char *end = begin + m_end;
    const auto skipTo = [&](qsizetype at) { return skipJsonSpace(begin + at, end) - begin; };
    if (m_at >= m_end || (m_at = skipTo(m_at)) >= m_end)
        return std::nullopt;
    JsonMember member;
    member.key = {m_at, skipJsonString(begin + m_at, end) - begin};
    const qsizetype colon = skipTo(member.key.end);
    member.value.begin = colon < m_end ? skipTo(colon + 1) : m_end;
    member.value.end = skipJsonValue(begin + member.value.begin, end) - begin;
    m_at = skipTo(member.value.end) + 1; // behind the comma
    return member;
}

JsonArrayReader::JsonArrayReader(QByteArrayView text, JsonSpan span)
    : m_text(text)
    , m_at(span.begin + 1)
    , m_end(jsonTypeOf(span.in(text)) == JsonType::Array ? span.end - 1 : m_at)
{
}

std::optional<JsonSpan> JsonArrayReader::next()
{
    const char *begin = m_text.data();
    const char *end = begin + m_end;
    if (m_at >= m_end || (m_at = skipJsonSpace(begin + m_at, end) - begin) >= m_end)
        return std::nullopt;
    const JsonSpan item{m_at, skipJsonValue(begin + m_at, end) - begin};
    m_at = skipJsonSpace(begin + item.end, end) - begin + 1; // behind the comma
    return item;
}

std::optional<JsonMember> findMember(QByteArrayView text, JsonSpan object, QByteArrayView key)
{
    std::optional<JsonMember> found;
    JsonObjectReader members(text, object);
    while (const auto member = members.next()) {
        if (jsonStringEquals(member->key.in(text), key))
            found = member;
    }
    return found;
}

QByteArray jsonStringValue(QByteArrayView quoted)
{
    const QByteArrayView body = jsonStringBody(quoted);
    if (!body.contains('\\'))
        return body.toByteArray();
    QByteArray out;
    out.reserve(body.size());
    JsonStringReader reader(quoted);
    while (const auto character = reader.next())
        appendUtf8(out, QChar::isSurrogate(*character) ? char32_t(QChar::ReplacementCharacter) : *character);
    return out;
}

bool jsonStringEquals(QByteArrayView quoted, QByteArrayView plain)
{
    if (jsonTypeOf(quoted) != JsonType::String)
        return false;
    const QByteArrayView body = jsonStringBody(quoted);
    return body.contains('\\') ? jsonStringValue(quoted) == plain : body == plain;
}

QByteArray jsonQuoted(QByteArrayView utf8)
{
    QByteArray replaced;
    if (utf8Fault(utf8)) {
        replaced = QString::fromUtf8(utf8).toUtf8();
        utf8 = replaced;
    }
    QByteArray out;
    out.reserve(utf8.size() + 2);
    out += '"';
    const char *at = utf8.begin();
    while (at != utf8.end()) {
        const char *stop = findStringStop(at, utf8.end());
        out.append(at, stop - at);
        if (stop == utf8.end())
            break;
        appendQuoted(out, *stop);
        at = stop + 1;
    }
    out += '"';
    return out;
}

QByteArray jsonQuoted(QStringView text)
{
    return jsonQuoted(text.toUtf8());
}

std::optional<qint64> jsonInteger(QByteArrayView number)
{
    qint64 value = 0;
    const auto [end, error] = std::from_chars(number.begin(), number.end(), value);
    if (error != std::errc() || end != number.end())
        return std::nullopt;
    return value;
}

} // namespace pasarela
