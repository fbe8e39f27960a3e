// SPDX-License-Identifier: MIT
#include "gateway/base/jsonscanner.h"

#include "gateway/base/jsonbytes.h"
#include "gateway/base/jsonwatch.h"
#include "gateway/base/utf8.h"

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

    bool watching() const { return m_watch.isAt(m_open.depth()); }

    QByteArrayView m_text;
    const char *m_begin;
    const char *m_end;
    const char *m_at;
    JsonScan &m_out;
    OpenBrackets m_open;
    JsonWatch m_watch;
};

Scanner::Scanner(QByteArrayView text, const JsonPaths *paths, JsonScan &out)
    : m_text(text)
    , m_begin(text.data())
    , m_end(text.data() + text.size())
    , m_at(m_begin)
    , m_out(out)
    , m_watch(text, paths, out)
{
}

void Scanner::scan()
{
    if (const auto wrong = utf8Fault(m_text)) {
        m_end = m_begin + *wrong;
        scanValues(); // for the members before it
        m_at = m_end;
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
    if (m_watch.duplicate() >= 0)
        m_out.fault = JsonFault{JsonFault::Kind::DuplicateKey, m_watch.duplicate(), "a member stands twice"};
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
        m_watch.valueBegins(offset());
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
    m_open.push(object);
    if (object)
        m_watch.objectOpens(m_open.depth());
    ++m_at;
    skipSpace();
    if (at(object ? '}' : ']')) {
        ++m_at;
        if (watching())
            m_watch.objectEnds();
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
    if (watching() && !atEnd()) // of a number at the end nobody knows whether it is whole
        m_watch.valueEnds(offset());
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
    if (watching())
        m_watch.objectEnds();
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
        m_watch.key(spanFrom(begin), escaped);
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

} // namespace

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

TextPosition TextPositions::at(qsizetype offset)
{
    const qsizetype end = qBound(qsizetype(0), offset, m_text.size());
    for (; m_next < end; ++m_next) {
        const char c = m_text[m_next];
        const bool lineEnds = c == '\n' || (c == '\r' && !(m_next + 1 < m_text.size() && m_text[m_next + 1] == '\n'));
        if (lineEnds)
            m_position = {m_position.line + 1, 1};
        else if ((static_cast<unsigned char>(c) & 0xC0) != 0x80)
            ++m_position.column;
    }
    return m_position;
}

TextPosition positionIn(QByteArrayView text, qsizetype offset)
{
    return TextPositions(text).at(offset);
}

} // namespace pasarela
