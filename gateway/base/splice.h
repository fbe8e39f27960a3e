// SPDX-License-Identifier: MIT
#pragma once

#include "gateway/base/jsonscanner.h"

#include <QByteArray>

#include <vector>

namespace pasarela {

/// Edits of a text by byte ranges, applied in one copy. Ranges must not overlap; they may be added in any order.
class Splice {
public:
    void replace(JsonSpan span, QByteArray bytes);
    void insert(qsizetype at, QByteArray bytes) { replace({at, at}, std::move(bytes)); }
    void remove(JsonSpan span) { replace(span, {}); }
    bool isEmpty() const { return m_edits.empty(); }
    size_t count() const { return m_edits.size(); }
    /// By how many bytes a text gets longer.
    qsizetype growth() const;

    /// `part` of `text` with the edits that lie inside it, appended to `out`. Gives their number.
    size_t appendTo(QByteArray &out, QByteArrayView text, JsonSpan part) const;
    QByteArray applied(QByteArrayView text) const;

private:
    struct Edit {
        JsonSpan span;
        QByteArray bytes;
    };
    std::vector<Edit> m_edits; ///< Sorted by position.
};

} // namespace pasarela
