// SPDX-License-Identifier: MIT
#pragma once

#include "gateway/base/jsonkeys.h"
#include "gateway/base/jsonscanner.h"

namespace pasarela {

/// Follows a scan and keeps what was asked for: the values at the wanted paths, the members of the root, and the first
/// key that stands twice in a watched object. Objects off the way cost one comparison.
class JsonWatch {
public:
    /// Without paths it keeps nothing.
    JsonWatch(QByteArrayView text, const JsonPaths *paths, JsonScan &out);

    /// Whether the object whose inside has this depth (the root's: 1) is watched.
    bool isAt(int depth) const { return !m_open.isEmpty() && m_open.back().depth == depth; }

    /// An object opens, whose inside has this depth: it may be the root or a wanted member.
    void objectOpens(int depth);
    // Of the watched object that is open.
    void key(JsonSpan key, bool escaped);
    void valueBegins(qsizetype offset) { m_open.back().member.value.begin = offset; }
    void valueEnds(qsizetype offset);
    void objectEnds();

    /// The first key that stood before in its object; -1: none.
    qsizetype duplicate() const { return m_duplicate; }

private:
    struct WatchedObject {
        int depth = 0;
        int node = 0;
        int child = -1; ///< Node of the member being read; -1: nobody asked for it.
        JsonMember member;
        qsizetype firstKey = 0; ///< Its keys in m_keys, up to those of the next watched object.
    };

    QByteArrayView m_text;
    const JsonPaths *m_paths;
    JsonScan &m_out;
    QVarLengthArray<WatchedObject, 4> m_open;
    QVarLengthArray<JsonKeyMark, 32> m_keys;
    QByteArray m_unescaped; ///< Room for a key with escapes.
    qsizetype m_duplicate = -1;
};

} // namespace pasarela
