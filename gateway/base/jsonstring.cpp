// SPDX-License-Identifier: MIT
#include "gateway/base/jsonstring.h"

#include <QChar>

namespace pasarela {

namespace {

int hexDigit(char c)
{
    if (c >= '0' && c <= '9')
        return c - '0';
    if (c >= 'a' && c <= 'f')
        return c - 'a' + 10;
    return c >= 'A' && c <= 'F' ? c - 'A' + 10 : 0;
}

} // namespace

QByteArrayView jsonStringBody(QByteArrayView quoted)
{
    return quoted.size() >= 2 && quoted.front() == '"' ? quoted.sliced(1, quoted.size() - 2) : QByteArrayView();
}

JsonStringReader::JsonStringReader(QByteArrayView quoted)
    : m_at(jsonStringBody(quoted).begin())
    , m_end(jsonStringBody(quoted).end())
{
}

std::optional<char32_t> JsonStringReader::next()
{
    if (m_at == m_end)
        return std::nullopt;
    if (*m_at != '\\')
        return plain();
    ++m_at;
    return escaped();
}

char32_t JsonStringReader::escaped()
{
    if (m_at == m_end)
        return QChar::ReplacementCharacter;
    switch (const char c = *m_at++) {
    case 'b':
        return '\b';
    case 'f':
        return '\f';
    case 'n':
        return '\n';
    case 'r':
        return '\r';
    case 't':
        return '\t';
    case 'u':
        return hexEscape();
    default:
        return static_cast<unsigned char>(c);
    }
}

/// Behind "\u": four digits, and the second half of a pair where there is one.
char32_t JsonStringReader::hexEscape()
{
    const auto unit = [](const char *at) {
        return char32_t(hexDigit(at[0]) << 12 | hexDigit(at[1]) << 8 | hexDigit(at[2]) << 4 | hexDigit(at[3]));
    };
    if (m_end - m_at < 4) {
        m_at = m_end;
        return QChar::ReplacementCharacter;
    }
    const char32_t first = unit(m_at);
    m_at += 4;
    if (!QChar::isHighSurrogate(first) || m_end - m_at < 6 || m_at[0] != '\\' || m_at[1] != 'u')
        return first;
    const char32_t second = unit(m_at + 2);
    if (!QChar::isLowSurrogate(second))
        return first;
    m_at += 6;
    return QChar::surrogateToUcs4(char16_t(first), char16_t(second));
}

/// One character of well-formed UTF-8.
char32_t JsonStringReader::plain()
{
    const auto lead = static_cast<unsigned char>(*m_at++);
    if (lead < 0x80)
        return lead;
    int more = lead >= 0xF0 ? 3 : lead >= 0xE0 ? 2 : 1;
    char32_t character = lead & (0x3F >> more);
    for (; more > 0 && m_at != m_end; --more)
        character = character << 6 | (static_cast<unsigned char>(*m_at++) & 0x3F);
    return character;
}

void appendUtf8(QByteArray &out, char32_t character)
{
    if (character < 0x80) {
        out += char(character);
    } else if (character < 0x800) {
        out += char(0xC0 | character >> 6);
        out += char(0x80 | (character & 0x3F));
    } else if (character < 0x10000) {
        out += char(0xE0 | character >> 12);
        out += char(0x80 | (character >> 6 & 0x3F));
        out += char(0x80 | (character & 0x3F));
    } else {
        out += char(0xF0 | character >> 18);
        out += char(0x80 | (character >> 12 & 0x3F));
        out += char(0x80 | (character >> 6 & 0x3F));
        out += char(0x80 | (character & 0x3F));
    }
}

void appendUnescaped(QByteArray &out, QByteArrayView quoted)
{
    JsonStringReader reader(quoted);
    while (const auto character = reader.next())
        appendUtf8(out, *character);
}

std::strong_ordering compareJsonStrings(QByteArrayView left, QByteArrayView right)
{
    JsonStringReader a(left);
    JsonStringReader b(right);
    for (;;) {
        const auto x = a.next();
        const auto y = b.next();
        if (!x || !y)
            return x.has_value() <=> y.has_value();
        if (*x != *y)
            return *x <=> *y;
    }
}

} // namespace pasarela
