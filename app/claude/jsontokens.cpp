// SPDX-License-Identifier: MIT
#include "app/claude/jsontokens.h"

#include <QSet>

#include <simdjson.h>

#include <algorithm>
#include <string_view>

namespace pasarela {

namespace {

namespace ondemand = simdjson::ondemand;

constexpr int maxDepth = 1000; ///< Of the recursion here; settings of an app are nowhere near.

bool isDigit(char c)
{
    return c >= '0' && c <= '9';
}

bool isHex(char c)
{
    return isDigit(c) || (c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F');
}

// simdjson's on-demand reader does not look into the values it hands out raw, so their grammar (RFC 8259) is checked
// here.

/// `text` begins at a quote: the string with its quotes; empty where it is none.
std::string_view stringAt(std::string_view text)
{
    for (size_t i = 1; i < text.size(); ++i) {
        if (text[i] == '"')
            return text.substr(0, i + 1);
        if (static_cast<unsigned char>(text[i]) < 0x20)
            return {};
        if (text[i] != '\\')
            continue;
        if (++i == text.size() || std::string_view("\"\\/bfnrtu").find(text[i]) == std::string_view::npos)
            return {};
        if (text[i] == 'u') {
            if (i + 4 >= text.size() || !std::all_of(text.begin() + i + 1, text.begin() + i + 5, isHex))
                return {};
            i += 4;
        }
    }
    return {};
}

bool isNumber(std::string_view text)
{
    size_t at = 0;
    const auto digits = [&text, &at] {
        const size_t first = at;
        while (at < text.size() && isDigit(text[at]))
            ++at;
        return at - first;
    };
    const auto take = [&text, &at](std::string_view any) {
        const bool there = at < text.size() && any.find(text[at]) != std::string_view::npos;
        at += there ? 1 : 0;
        return there;
    };
    take("-");
    if (!take("0") && digits() == 0)
        return false;
    if (take(".") && digits() == 0)
        return false;
    if (take("eE")) {
        take("+-");
        if (digits() == 0)
            return false;
    }
    return at == text.size();
}

bool isScalar(std::string_view text)
{
    if (text.starts_with('"'))
        return stringAt(text).size() == text.size();
    return text == "true" || text == "false" || text == "null" || isNumber(text);
}

std::string_view withoutSpaceBehind(std::string_view text)
{
    const size_t last = text.find_last_not_of(" \t\r\n");
    return last == std::string_view::npos ? std::string_view() : text.substr(0, last + 1);
}

QByteArray toBytes(std::string_view text)
{
    return QByteArray(text.data(), qsizetype(text.size()));
}

class Reader {
public:
    explicit Reader(QByteArrayView bytes)
        : m_padded(bytes.data(), size_t(bytes.size()))
    {
    }

    bool open()
    {
        return !std::string_view(m_padded).starts_with("\xEF\xBB\xBF") && !m_parser.iterate(m_padded).get(m_document);
    }
    ondemand::document &document() { return m_document; }
    /// Nothing stands behind the value.
    bool atEnd()
    {
        const char *rest = nullptr;
        return m_document.current_location().get(rest) == simdjson::OUT_OF_BOUNDS;
    }
    qsizetype offsetOf(const char *at) const { return at - m_padded.data(); }
    bool here(qsizetype *offset)
    {
        const char *at = nullptr;
        if (m_document.current_location().get(at))
            return false;
        *offset = offsetOf(at);
        return true;
    }

    /// The tokens of a value, without end of the recursion only in depth.
    bool read(ondemand::value value, JsonTokens &out, int depth = 0);
    /// The key of a member, with its quotes and without; false where it stood in `seen` before.
    bool readKey(ondemand::field &member, QSet<QByteArray> &seen, QByteArray &raw, QByteArray &plain);

    const char *problem = "it is not strict JSON";

private:
    simdjson::padded_string m_padded;
    ondemand::parser m_parser;
    ondemand::document m_document;
};

bool Reader::readKey(ondemand::field &member, QSet<QByteArray> &seen, QByteArray &raw, QByteArray &plain)
{
    const char *body = member.key().raw(); // behind the quote
    const std::string_view rest(body - 1, m_padded.size() - size_t(offsetOf(body)) + 1);
    const std::string_view key = stringAt(rest);
    if (key.empty())
        return false;
    raw = toBytes(key);
    std::string_view unescaped;
    // Half of a surrogate pair is JSON and no text: such a key is compared as it stands.
    plain = member.unescaped_key().get(unescaped) ? raw : toBytes(unescaped);
    if (seen.contains(plain)) {
        problem = "a key stands twice in the same object";
        return false;
    }
    seen.insert(plain);
    return true;
}

bool Reader::read(ondemand::value value, JsonTokens &out, int depth)
{
    ondemand::json_type type;
    if (depth > maxDepth || value.type().get(type))
        return false;
    if (type == ondemand::json_type::object) {
        ondemand::object members;
        if (value.get_object().get(members))
            return false;
        out.emplace_back("{");
        QSet<QByteArray> seen;
        for (auto next : members) {
            ondemand::field member;
            QByteArray raw;
            QByteArray plain;
            if (std::move(next).get(member) || !readKey(member, seen, raw, plain))
                return false;
            out.push_back(raw + ':');
            if (!read(member.value(), out, depth + 1))
                return false;
        }
        out.emplace_back("}");
        return true;
    }
    if (type == ondemand::json_type::array) {
        ondemand::array items;
        if (value.get_array().get(items))
            return false;
        out.emplace_back("[");
        for (auto next : items) {
            ondemand::value item;
            if (next.get(item) || !read(item, out, depth + 1))
                return false;
        }
        out.emplace_back("]");
        return true;
    }
    const std::string_view scalar = withoutSpaceBehind(value.raw_json_token());
    out.push_back(toBytes(scalar));
    return isScalar(scalar);
}

bool readInside(Reader &reader, ondemand::value value, TokensAround &out)
{
    ondemand::object servers;
    if (value.get_object().get(servers))
        return false;
    QSet<QByteArray> seen;
    for (auto next : servers) {
        ondemand::field member;
        QByteArray raw;
        QByteArray plain;
        JsonTokens tokens;
        if (std::move(next).get(member) || !reader.readKey(member, seen, raw, plain)
            || !reader.read(member.value(), tokens, 1))
            return false;
        out.inside.emplace_back(plain, std::move(tokens));
    }
    return true;
}

bool readRoot(Reader &reader, QByteArrayView apart, TokensAround &out)
{
    ondemand::object root;
    if (!reader.open() || reader.document().get_object().get(root))
        return false;
    QSet<QByteArray> seen;
    for (auto next : root) {
        ondemand::field member;
        QByteArray raw;
        QByteArray plain;
        if (std::move(next).get(member) || !reader.readKey(member, seen, raw, plain))
            return false;
        ondemand::value value = member.value();
        ondemand::json_type type;
        if (value.type().get(type))
            return false;
        if (plain != apart || type != ondemand::json_type::object) {
            out.outside.push_back(raw + ':');
            if (!reader.read(value, out.outside))
                return false;
            continue;
        }
        if (!reader.here(&out.begin) || !readInside(reader, value, out) || !reader.here(&out.end))
            return false;
    }
    return reader.atEnd();
}

} // namespace

Result<TokensAround> jsonTokensAround(QByteArrayView bytes, QByteArrayView member)
{
    Reader reader(bytes);
    TokensAround out;
    if (!readRoot(reader, member, out))
        return Error{Error::Code::InvalidInput, QString::fromLatin1(reader.problem)};
    return out;
}

Result<JsonTokens> jsonTokensOf(QByteArrayView value)
{
    // A document that is a number or a text is read by other functions than a value; in a list it is one.
    Reader reader('[' + value.toByteArray() + ']');
    JsonTokens tokens;
    ondemand::value list;
    if (!reader.open() || reader.document().get_value().get(list) || !reader.read(list, tokens) || !reader.atEnd())
        return Error{Error::Code::InvalidInput, QString::fromLatin1(reader.problem)};
    return tokens;
}

} // namespace pasarela
