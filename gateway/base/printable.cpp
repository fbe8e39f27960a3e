// SPDX-License-Identifier: MIT
#include "gateway/base/printable.h"

namespace pasarela {

namespace {

constexpr char16_t replacement = u'\ufffd';
constexpr char16_t firstSymbol = u'\u2400'; ///< Unicode's pictures of the control characters, in their order.
constexpr char16_t deleteSymbol = u'\u2421';

bool isBidirectional(QChar c)
{
    const char16_t u = c.unicode();
    return u == 0x061c || u == 0x200e || u == 0x200f || (u >= 0x202a && u <= 0x202e) || (u >= 0x2066 && u <= 0x2069);
}

QChar symbolFor(QChar c)
{
    const char16_t u = c.unicode();
    if (u < 0x20)
        return QChar(static_cast<char16_t>(firstSymbol + u));
    if (u == 0x7f)
        return QChar(deleteSymbol);
    if ((u >= 0x80 && u < 0xa0) || u == QChar::LineSeparator || u == QChar::ParagraphSeparator || isBidirectional(c))
        return QChar(replacement);
    return c;
}

} // namespace

QString printableText(const QString &text)
{
    QString out = text;
    for (qsizetype i = 0; i < out.size(); ++i) {
        const QChar c = out.at(i);
        const bool lineEnd = c == u'\n' || c == u'\t' || (c == u'\r' && i + 1 < out.size() && out.at(i + 1) == u'\n');
        if (!lineEnd)
            out[i] = symbolFor(c);
    }
    return out;
}

QString printableLine(const QString &text, qsizetype most)
{
    QString out = text.left(most * 4).simplified(); // enough, however much white space there is
    for (QChar &c : out)
        c = symbolFor(c);
    return out.size() > most ? out.left(most - 1) + QChar(u'…') : out;
}

QString printableWhole(const QString &text)
{
    QString out = text;
    for (QChar &c : out)
        c = symbolFor(c);
    return out;
}

} // namespace pasarela
