// SPDX-License-Identifier: MIT
#include "gateway/base/jsonlayout.h"

#include "gateway/base/jsonbytes.h"

namespace pasarela {

namespace {

qsizetype lineEndIn(QByteArrayView text, qsizetype from)
{
    while (from < text.size() && text[from] != '\n' && text[from] != '\r')
        ++from;
    return from;
}

QByteArrayView indentOf(QByteArrayView line)
{
    qsizetype size = 0;
    while (size < line.size() && (line[size] == ' ' || line[size] == '\t'))
        ++size;
    return line.first(size);
}

/// What the first line that is indented deeper than the one before adds.
QByteArray unitIn(QByteArrayView text)
{
    QByteArrayView before = indentOf(text);
    for (qsizetype at = lineEndIn(text, 0); at < text.size(); at = lineEndIn(text, at)) {
        ++at;
        const QByteArrayView line = text.sliced(at, lineEndIn(text, at) - at);
        const QByteArrayView indent = indentOf(line);
        if (indent.size() == line.size())
            continue; // an empty line says nothing
        if (indent.size() > before.size() && indent.startsWith(before))
            return indent.sliced(before.size()).toByteArray();
        before = indent;
    }
    return {};
}

QByteArray firstColonIn(QByteArrayView text)
{
    const char *end = text.data() + text.size();
    for (const char *at = text.data(); at != end; ++at) {
        if (*at != '"')
            continue;
        const char *after = skipJsonString(at, end);
        const char *colon = skipJsonSpace(after, end);
        if (colon != end && *colon == ':') {
            const QByteArrayView found(after, skipJsonSpace(colon + 1, end));
            return found.contains('\n') || found.contains('\r') ? QByteArray() : found.toByteArray();
        }
        at = after - 1;
    }
    return {};
}

} // namespace

JsonLayout jsonLayoutOf(QByteArrayView text)
{
    JsonLayout layout;
    const qsizetype end = lineEndIn(text, 0);
    layout.hasLines = end < text.size();
    if (layout.hasLines)
        layout.newline = text[end] == '\n' ? "\n" : end + 1 < text.size() && text[end + 1] == '\n' ? "\r\n" : "\r";
    if (const QByteArray unit = unitIn(text); !unit.isEmpty())
        layout.unit = unit;
    if (const QByteArray colon = firstColonIn(text); !colon.isEmpty())
        layout.colon = colon;
    return layout;
}

QByteArray jsonIndentAt(QByteArrayView text, qsizetype offset)
{
    qsizetype begin = offset;
    while (begin > 0 && text[begin - 1] != '\n' && text[begin - 1] != '\r')
        --begin;
    return indentOf(text.sliced(begin, offset - begin)).toByteArray();
}

QByteArray jsonLaidOut(QByteArrayView value, const JsonLayout &layout, JsonLines lines, const QByteArray &indent)
{
    QByteArray out;
    qsizetype depth = 0;
    const auto breakLine = [&] {
        if (lines == JsonLines::Many)
            out += layout.newline + indent + layout.unit.repeated(depth);
    };
    const char *end = value.data() + value.size();
    for (const char *at = skipJsonSpace(value.data(), end); at != end; at = skipJsonSpace(at, end)) {
        const char *begin = at++;
        switch (*begin) {
        case '{':
        case '[':
            out += *begin;
            at = skipJsonSpace(at, end);
            if (at != end && (*at == '}' || *at == ']')) {
                out += *at++;
            } else {
                ++depth;
                breakLine();
            }
            break;
        case '}':
        case ']':
            --depth;
            breakLine();
            out += *begin;
            break;
        case ',':
            out += lines == JsonLines::Many ? QByteArray(",") : layout.comma();
            breakLine();
            break;
        case ':':
            out += layout.colon;
            break;
        default:
            at = skipJsonValue(begin, end);
            out.append(begin, at - begin);
        }
    }
    return out;
}

} // namespace pasarela
