// SPDX-License-Identifier: MIT
#pragma once

#include "gateway/base/jsonscanner.h"

#include <QByteArray>
#include <QString>

namespace pasarela {

// Reading parts of a text that a scan has already found to be valid. Nothing here validates, and nothing allocates a
// tree.

enum class JsonType { Object, Array, String, Number, True, False, Null, None };
JsonType jsonTypeOf(QByteArrayView value);

/// Walks the members of an object (`span` in `text`), in order. On anything but an object there is none.
class JsonObjectReader {
public:
    JsonObjectReader(QByteArrayView text, JsonSpan span);
    std::optional<JsonMember> next();

private:
    QByteArrayView m_text;
    qsizetype m_at;
    qsizetype m_end;
};

/// Walks the items of an array, in order. On anything but an array there is none.
class JsonArrayReader {
public:
    JsonArrayReader(QByteArrayView text, JsonSpan span);
    std::optional<JsonSpan> next();

private:
    QByteArrayView m_text;
    qsizetype m_at;
    qsizetype m_end;
};

/// The value of a member; the last one where a key stands twice, as JSON.parse takes it.
std::optional<JsonMember> findMember(QByteArrayView text, JsonSpan object, QByteArrayView key);

/// A string value without quotes and escapes, as UTF-8; a lone surrogate becomes U+FFFD. Not a string: empty.
QByteArray jsonStringValue(QByteArrayView quoted);

/// Whether a string value, unescaped, is `plain`; does not allocate where there are no escapes.
bool jsonStringEquals(QByteArrayView quoted, QByteArrayView plain);

/// `utf8` as a JSON string with quotes. Bytes that are not UTF-8 become U+FFFD.
QByteArray jsonQuoted(QByteArrayView utf8);
QByteArray jsonQuoted(QStringView text);

/// The number as an integer; nothing where it has a fraction, an exponent, or does not fit.
std::optional<qint64> jsonInteger(QByteArrayView number);

} // namespace pasarela
