// SPDX-License-Identifier: MIT
#pragma once

#include <QByteArray>
#include <QByteArrayView>

#include <compare>
#include <optional>

namespace pasarela {

/// Reads a JSON string, quotes included, character by character with its escapes resolved. Surrogates that are no pair
/// come as they are.
class JsonStringReader {
public:
    explicit JsonStringReader(QByteArrayView quoted);
    std::optional<char32_t> next();

private:
    char32_t escaped();
    char32_t hexEscape();
    char32_t plain();

    const char *m_at;
    const char *m_end;
};

/// What stands between the quotes; empty where it is no string.
QByteArrayView jsonStringBody(QByteArrayView quoted);

/// A string without quotes and escapes. A lone surrogate is encoded as if it were a character, so that two different
/// strings stay different.
void appendUnescaped(QByteArray &out, QByteArrayView quoted);

void appendUtf8(QByteArray &out, char32_t character);

/// The order of two JSON strings by the characters they stand for: equal where `"n\u0061me"` meets `"name"`.
std::strong_ordering compareJsonStrings(QByteArrayView left, QByteArrayView right);

} // namespace pasarela
