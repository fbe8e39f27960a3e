// SPDX-License-Identifier: MIT
#include "gateway/base/jsonscanner.h"

#include "gateway/base/jsonbytes.h"
#include "gateway/base/jsonkeys.h"
#include "gateway/base/jsonstring.h"
#include "gateway/base/utf8.h"

#include <QHashFunctions>

#include <array>
#include <cstdint>

namespace pasarela {

namespace {

/// Which of the open brackets are braces: one bit each, so that depth costs no recursion and no allocation.
class OpenBrackets {
public:
    int depth() const { return m_depth; }
    bool inObject() const { return m_words[word(m_depth)] & bit(m_depth); }
    void push(bool object)
    {
        ++m_depth;
        const std::uint64_t others = m_words[word(m_depth)] & (bit(m_depth) - 1);
        m_words[word(m_depth)] = object ? others | bit(m_depth) : others;
    }
    void pop() { --m_depth; }

private:
    static size_t word(int depth) { return static_cast<size_t>(depth) / 64; }
    static std::uint64_t bit(int depth) { return std::uint64_t(1) << (depth % 64); }

    std::array<std::uint64_t, maxJsonDepth / 64 + 1> m_words{};
    int m_depth = 0;
};

/// An open object of which members are wanted.
struct WatchedObject {
    int depth = 0;
    int node = 0;
    int child = -1; ///< Node of the member being read; -1: nobody asked for it.
    JsonMember member;
    qsizetype firstKey = 0; ///< Its keys in Scanner::m_keys, up to those of the next watched object.
};

class Scanner {
public:
    Scanner(QByteArrayView text, const JsonPaths *paths, JsonScan &out);
    void scan();

private:
    // What stands at m_at after a step.
    enum class Next { Value, AfterValue, End, Fault };

    bool scanValues();
    Next value();
    Next open(bool object);
    Next afterValue();
    Next memberKey();
    Next string(bool *escaped = nullptr);
    Next escape();
    Next number();
    Next literal(QByteArrayView word);
    bool digits();

    void skipSpace();
    bool atEnd() const { return m_at == m_end; }
    bool at(char c) const { return m_at != m_end && *m_at == c; }
    qsizetype offset() const { return m_at - m_begin; }
    JsonSpan spanFrom(const char *begin) const { return {begin - m_begin, offset()}; }
    Next fault(const char *what, JsonFault::Kind kind = JsonFault::Kind::Syntax);

    bool watching() const { return !m_watched.isEmpty() && m_watched.back().depth == m_open.depth(); }
    void watchKey(JsonSpan key, bool escaped);
    void watchObject();
    void memberEnded();
    void objectEnded();

    QByteArrayView m_text;
    const char *m_begin;
    const char *m_end;
    const char *m_at;
    const JsonPaths *m_paths;
    JsonScan &m_out;
    OpenBrackets m_open;
    QVarLengthArray<WatchedObject, 4> m_watched;
    QVarLengthArray<JsonKeyMark, 32> m_keys;
    QByteArray m_unescaped; ///< Room for a key with escapes.
    qsizetype m_duplicate = -1;
};

Scanner::Scanner(QByteArrayView text, const JsonPaths *paths, JsonScan &out)
    : m_text(text)
    , m_begin(text.data())
    , m_end(text.data() + text.size())
    , m_at(m_begin)
    , m_paths(paths)
    , m_out(out)
{
    if (m_paths)
        m_out.values.resize(m_paths->count());
}

void Scanner::scan()
{
    if (const auto wrong = utf8Fault(m_text)) {
        m_at += *wrong;
        fault("not well-formed UTF-8", JsonFault::Kind::Utf8);
        return;
    }
    if (m_text.startsWith("\xEF\xBB\xBF")) {
        fault("a byte order mark", JsonFault::Kind::Utf8);
        return;
    }
    if (!scanValues())
        return;
    skipSpace();
    if (!atEnd()) {
        fault("something follows the value");
        return;
    }
    if (m_duplicate >= 0)
        m_out.fault = JsonFault{JsonFault::Kind::DuplicateKey, m_duplicate, "a member stands twice"};
}

bool Scanner::scanValues()
{
    skipSpace();
    m_out.root.begin = offset();
    for (;;) {
        Next next = value();
        while (next == Next::AfterValue)
            next = afterValue();
        if (next != Next::Value) {
            if (next == Next::Fault)
                m_out.root = {};
            return next == Next::End;
        }
    }
}

Scanner::Next Scanner::value()
{
    if (watching())
        m_watched.back().member.value.begin = offset();
    if (atEnd())
        return fault("the text ends where a value is due");
    switch (*m_at) {
    case '{':
        return open(true);
    case '[':
        return open(false);
    case '"':
        return string();
    case 't':
        return literal("true");
    case 'f':
        return literal("false");
    case 'n':
        return literal("null");
    default:
        return number();
    }
}

Scanner::Next Scanner::open(bool object)
{
    if (m_open.depth() == maxJsonDepth)
        return fault("nested too deep", JsonFault::Kind::Depth);
    if (object)
        watchObject();
    m_open.push(object);
    ++m_at;
    skipSpace();
    if (at(object ? '}' : ']')) {
        ++m_at;
        if (object)
            objectEnded();
        m_open.pop();
        return Next::AfterValue;
    }
    return object ? memberKey() : Next::Value;
}

Scanner::Next Scanner::afterValue()
{
    if (m_open.depth() == 0) {
        m_out.root.end = offset();
        return Next::End;
    }
    if (watching())
        memberEnded();
    skipSpace();
    const bool object = m_open.inObject();
    if (at(',')) {
        ++m_at;
        skipSpace();
        return object ? memberKey() : Next::Value;
    }
    if (!at(object ? '}' : ']'))
        return fault(object ? "a comma or a closing brace is due" : "a comma or a closing bracket is due");
    ++m_at;
    if (object)
        objectEnded();
    m_open.pop();
    return Next::AfterValue;
}

Scanner::Next Scanner::memberKey()
{
    if (!at('"'))
        return fault("a member's name in quotes is due");
    const char *begin = m_at;
    bool escaped = false;
    if (string(&escaped) == Next::Fault)
        return Next::Fault;
    if (watching())
        watchKey(spanFrom(begin), escaped);
    skipSpace();
    if (!at(':'))
        return fault("a colon is due");
    ++m_at;
    skipSpace();
    return Next::Value;
}

Scanner::Next Scanner::string(bool *escaped)
{
    ++m_at;
    for (;;) {
        m_at = findStringStop(m_at, m_end);
        if (atEnd())
            return fault("a string is not closed");
        if (*m_at == '"') {
            ++m_at;
            return Next::AfterValue;
        }
        if (*m_at != '\\')
            return fault("a control character in a string");
        if (escaped)
            *escaped = true;
        if (escape() == Next::Fault)
            return Next::Fault;
    }
}

Scanner::Next Scanner::escape()
{
    ++m_at;
    if (atEnd())
        return fault("a string is not closed");
    switch (*m_at) {
    case '"':
    case '\\':
    case '/':
    case 'b':
    case 'f':
    case 'n':
    case 'r':
    case 't':
        ++m_at;
        return Next::AfterValue;
    case 'u':
        break;
    default:
        return fault("no such escape");
    }
    ++m_at;
    for (int i = 0; i < 4; ++i, ++m_at) {
        const bool digit = !atEnd()
            && ((*m_at >= '0' && *m_at <= '9') || (*m_at >= 'a' && *m_at <= 'f') || (*m_at >= 'A' && *m_at <= 'F'));
        if (!digit)
            return fault("four hexadecimal digits are due");
    }
    return Next::AfterValue;
}

bool Scanner::digits()
{
    const char *begin = m_at;
    while (!atEnd() && *m_at >= '0' && *m_at <= '9')
        ++m_at;
    return m_at != begin;
}

Scanner::Next Scanner::number()
{
    const bool negative = at('-');
    if (negative)
        ++m_at;
    if (at('0'))
        ++m_at;
    else if (!digits())
        return fault(negative ? "a digit is due" : "a value is due");
    if (at('.')) {
        ++m_at;
        if (!digits())
            return fault("a digit is due");
    }
    if (at('e') || at('E')) {
        ++m_at;
        if (at('+') || at('-'))
            ++m_at;
        if (!digits())
            return fault("a digit is due");
    }
    return Next::AfterValue;
}

Scanner::Next Scanner::literal(QByteArrayView word)
{
    for (const char c : word) {
        if (!at(c))
            return fault("a value is due");
        ++m_at;
    }
    return Next::AfterValue;
}

void Scanner::skipSpace()
{
    for (; !atEnd() && isJsonSpace(*m_at); ++m_at)
        m_out.hasLineBreaks |= *m_at == '\n' || *m_at == '\r';
}

Scanner::Next Scanner::fault(const char *what, JsonFault::Kind kind)
{
    m_out.fault = JsonFault{kind, offset(), what};
    return Next::Fault;
}

/// Before an opening brace is counted: is this the root, or a member of which something is wanted?
void Scanner::watchObject()
{
    if (!m_paths)
        return;
    int node = m_open.depth() == 0 ? 0 : -1;
    if (watching()) {
        node = m_watched.back().child;
        if (node >= 0 && m_paths->nodes()[size_t(node)].children.empty())
            node = -1;
    }
    if (node >= 0)
        m_watched.append({m_open.depth() + 1, node, -1, {}, m_keys.size()});
}

void Scanner::watchKey(JsonSpan key, bool escaped)
{
    QByteArrayView plain = jsonStringBody(key.in(m_text));
    if (escaped) {
        m_unescaped.resize(0);
        appendUnescaped(m_unescaped, key.in(m_text));
        plain = m_unescaped;
    }
    if (m_paths->count() > 0)
        m_keys.append({qHashBits(plain.data(), size_t(plain.size())), key.begin});
    WatchedObject &object = m_watched.back();
    object.member.key = key;
    object.child = -1;
    for (const int child : m_paths->nodes()[size_t(object.node)].children) {
        if (plain == m_paths->nodes()[size_t(child)].key)
            object.child = child;
    }
}

void Scanner::memberEnded()
{
    WatchedObject &object = m_watched.back();
    object.member.value.end = offset();
    if (object.depth == 1)
        m_out.rootMembers.append(object.member);
    if (object.child < 0)
        return;
    const int index = m_paths->nodes()[size_t(object.child)].valueIndex;
    if (index >= 0)
        m_out.values[index] = object.member.value;
}

void Scanner::objectEnded()
{
    if (!watching())
        return;
    const WatchedObject &object = m_watched.back();
    const std::span keys(m_keys.begin() + object.firstKey, m_keys.end());
    const qsizetype again = firstRepeatedKey(m_text, keys);
    if (again >= 0 && (m_duplicate < 0 || again < m_duplicate))
        m_duplicate = again;
    m_keys.resize(object.firstKey);
    m_watched.removeLast();
}

} // namespace

JsonPaths::JsonPaths(std::initializer_list<Path> paths)
    : m_nodes(1)
{
    for (const Path &path : paths) {
        int at = 0;
        for (const char *key : path) {
            int next = -1;
            for (const int child : m_nodes[size_t(at)].children) {
                if (m_nodes[size_t(child)].key == key)
                    next = child;
            }
            if (next < 0) {
                next = int(m_nodes.size());
                m_nodes[size_t(at)].children.push_back(next);
                m_nodes.push_back({key, -1, {}});
            }
            at = next;
        }
        m_nodes[size_t(at)].valueIndex = int(m_count++);
    }
}

JsonScan scanJson(QByteArrayView text, const JsonPaths &paths)
{
    JsonScan scan;
    Scanner(text, &paths, scan).scan();
    if (scan.ok() && paths.nodes().front().valueIndex >= 0)
        scan.values[paths.nodes().front().valueIndex] = scan.root;
    return scan;
}

std::optional<JsonFault> validateJson(QByteArrayView text)
{
    JsonScan scan;
    Scanner(text, nullptr, scan).scan();
    return scan.fault;
}

TextPosition positionIn(QByteArrayView text, qsizetype offset)
{
    TextPosition position;
    const QByteArrayView before = text.first(qBound(qsizetype(0), offset, text.size()));
    for (qsizetype i = 0; i < before.size(); ++i) {
        const char c = before[i];
        const bool lineEnds = c == '\n' || (c == '\r' && !(i + 1 < text.size() && text[i + 1] == '\n'));
        if (lineEnds)
            position = {position.line + 1, 1};
        else if ((static_cast<unsigned char>(c) & 0xC0) != 0x80)
            ++position.column;
    }
    return position;
}

} // namespace pasarela
