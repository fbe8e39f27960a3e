// SPDX-License-Identifier: MIT
#include "gateway/catalog/uritemplate.h"

#include <algorithm>

namespace pasarela {

namespace {

bool mayFill(QByteArrayView expression, QByteArrayView value)
{
    const bool hasOperator = !expression.isEmpty() && QByteArrayView("+#./;?&").contains(expression.front());
    if (hasOperator)
        return true;
    return !value.isEmpty()
        && std::none_of(value.begin(), value.end(), [](char c) { return c == '/' || c == '?' || c == '#'; });
}

} // namespace

bool matchesUriTemplate(QByteArrayView uriTemplate, QByteArrayView uri)
{
    qsizetype open = uriTemplate.indexOf('{');
    if (open < 0)
        return uriTemplate == uri;
    if (!uri.startsWith(uriTemplate.first(open)))
        return false;
    uri = uri.sliced(open);
    for (;;) {
        const qsizetype close = uriTemplate.indexOf('}', open);
        if (close < 0)
            return false; // no template at all
        const QByteArrayView expression = uriTemplate.sliced(open + 1, close - open - 1);
        const QByteArrayView rest = uriTemplate.sliced(close + 1);
        const qsizetype next = rest.indexOf('{');
        const QByteArrayView literal = next < 0 ? rest : rest.first(next);
        // The last literal part must end the URI; one between expressions is taken where it stands first.
        const bool last = next < 0;
        const qsizetype at = last ? uri.size() - literal.size() : uri.indexOf(literal);
        if (at < 0 || !uri.sliced(at).startsWith(literal) || !mayFill(expression, uri.first(at)))
            return false;
        if (last)
            return true;
        uri = uri.sliced(at + literal.size());
        uriTemplate = rest;
        open = next;
    }
}

} // namespace pasarela
