// SPDX-License-Identifier: MIT
#pragma once

#include <QByteArray>

namespace pasarela {

/// How a JSON file is laid out, told from what stands in it.
struct JsonLayout {
    QByteArray newline = "\n"; ///< What the file uses.
    QByteArray unit = "  "; ///< One step of indentation.
    QByteArray colon = ": ";
    bool hasLines = false; ///< Whether there is a line break at all.

    /// Between two members on one line.
    QByteArray comma() const { return colon.endsWith(' ') ? ", " : ","; }
};

JsonLayout jsonLayoutOf(QByteArrayView text);

/// The white space at the beginning of the line in which `offset` lies.
QByteArray jsonIndentAt(QByteArrayView text, qsizetype offset);

enum class JsonLines { One, Many };

/// A valid value laid out anew: on one line, or with a line for each member and item as JSON.stringify does. The first
/// line gets no indentation, the others `indent` and what their depth adds. Strings and numbers keep their bytes.
QByteArray jsonLaidOut(QByteArrayView value, const JsonLayout &layout, JsonLines lines, const QByteArray &indent);

} // namespace pasarela
