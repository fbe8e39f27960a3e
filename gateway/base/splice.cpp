// SPDX-License-Identifier: MIT
#include "gateway/base/splice.h"

#include <algorithm>
#include <tuple>

namespace pasarela {

void Splice::replace(JsonSpan span, QByteArray bytes)
{
    Q_ASSERT(span.exists() && span.begin <= span.end);
    // An insertion comes before the range that begins where it stands; insertions at one place keep their order.
    const auto key = [](JsonSpan s) { return std::tuple(s.begin, s.size() > 0); };
    const auto at = std::upper_bound(m_edits.begin(), m_edits.end(), span,
                                     [&key](JsonSpan s, const Edit &edit) { return key(s) < key(edit.span); });
    Q_ASSERT(at == m_edits.begin() || std::prev(at)->span.end <= span.begin);
    Q_ASSERT(at == m_edits.end() || span.end <= at->span.begin);
    m_edits.insert(at, Edit{span, std::move(bytes)});
}

qsizetype Splice::growth() const
{
    qsizetype growth = 0;
    for (const Edit &edit : m_edits)
        growth += edit.bytes.size() - edit.span.size();
    return growth;
}

size_t Splice::appendTo(QByteArray &out, QByteArrayView text, JsonSpan part) const
{
    auto edit = std::lower_bound(m_edits.begin(), m_edits.end(), part.begin,
                                 [](const Edit &e, qsizetype begin) { return e.span.begin < begin; });
    const auto firstEdit = edit;
    qsizetype at = part.begin;
    for (; edit != m_edits.end() && edit->span.begin <= part.end && edit->span.end <= part.end; ++edit) {
        out.append(text.sliced(at, edit->span.begin - at));
        out.append(edit->bytes);
        at = edit->span.end;
    }
    out.append(text.sliced(at, part.end - at));
    return static_cast<size_t>(edit - firstEdit);
}

QByteArray Splice::applied(QByteArrayView text) const
{
    QByteArray out;
    out.reserve(text.size() + growth());
    appendTo(out, text, {0, text.size()});
    return out;
}

} // namespace pasarela
