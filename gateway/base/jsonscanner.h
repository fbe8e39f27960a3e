// SPDX-License-Identifier: MIT
#pragma once

#include <QByteArray>
#include <QByteArrayView>
#include <QVarLengthArray>

#include <initializer_list>
#include <optional>
#include <vector>

namespace pasarela {

/// Bytes [begin, end) of a JSON text; `begin` is -1 where the thing is not there.
struct JsonSpan {
    qsizetype begin = -1;
    qsizetype end = -1;

    bool exists() const { return begin >= 0; }
    qsizetype size() const { return end - begin; }
    QByteArrayView in(QByteArrayView text) const { return exists() ? text.sliced(begin, size()) : QByteArrayView(); }
};

/// A member of an object: the key with its quotes, and the value.
struct JsonMember {
    JsonSpan key;
    JsonSpan value;
};

/// Why a text is not what it should be, and where.
struct JsonFault {
    enum class Kind {
        Syntax, ///< Not RFC 8259, including bytes after the value.
        Utf8, ///< Not well-formed UTF-8 (RFC 3629), or a byte order mark.
        Depth, ///< Nested deeper than maxJsonDepth.
        DuplicateKey, ///< A key stands twice in an object of which members were asked for.
    };
    Kind kind = Kind::Syntax;
    qsizetype offset = 0; ///< In bytes from the start of the text.
    const char *what = ""; ///< English, static, holds nothing of the text.
};

inline constexpr int maxJsonDepth = 10000;

/// Which members a scan reports: paths of keys from the root object. Built once, used for every message.
/// Every object that is on the way to a wanted member is *watched*: a duplicate key there, compared after unescaping,
/// is a fault (a second `name` would be read differently by the scanner and by a server).
class JsonPaths {
public:
    using Path = std::initializer_list<const char *>;
    /// Path i is reported at index i. `{{}}` watches the root alone; no path at all watches nothing.
    JsonPaths(std::initializer_list<Path> paths);

    struct Node {
        QByteArray key;
        int valueIndex = -1; ///< Where the value is reported, or -1.
        std::vector<int> children; ///< Indices of nodes; not empty = watched.
    };
    const std::vector<Node> &nodes() const { return m_nodes; } ///< Node 0 is the root.
    qsizetype count() const { return m_count; }

private:
    std::vector<Node> m_nodes;
    qsizetype m_count = 0;
};

/// What one pass over a text found.
struct JsonScan {
    std::optional<JsonFault> fault;
    JsonSpan root; ///< The one value, without white space around it.
    QVarLengthArray<JsonSpan, 40> values; ///< One for each path; not there: `exists()` is false.
    QVarLengthArray<JsonMember, 8> rootMembers; ///< All members of the root object, in order.
    bool hasLineBreaks = false; ///< A raw CR or LF stands between tokens.

    bool ok() const { return !fault.has_value(); }
};

/// One strict RFC 8259 pass over all of `text` without recursion: grammar, UTF-8, depth, the wanted members.
/// Accepts everything the RFC does: numbers of any size, lone \ud800 escapes, any root value. A duplicate is reported
/// only where nothing else is wrong, and `values` then holds the later one; after any other fault what was read so far.
JsonScan scanJson(QByteArrayView text, const JsonPaths &paths);

/// Grammar, UTF-8 and depth only.
std::optional<JsonFault> validateJson(QByteArrayView text);

/// Line and column, both from 1; a column counts Unicode characters.
struct TextPosition {
    int line = 1;
    int column = 1;
};
TextPosition positionIn(QByteArrayView text, qsizetype offset);

/// Positions of offsets in ascending order, in one pass over the text.
class TextPositions {
public:
    explicit TextPositions(QByteArrayView text)
        : m_text(text)
    {
    }
    /// Of an offset that is not before the last one.
    TextPosition at(qsizetype offset);

private:
    QByteArrayView m_text;
    qsizetype m_next = 0;
    TextPosition m_position;
};

} // namespace pasarela
