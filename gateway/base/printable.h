// SPDX-License-Identifier: MIT
#pragma once

#include <QString>

namespace pasarela {

// Text from elsewhere in a terminal (spec/security.md, *Text from elsewhere*): control and bidirectional characters
// become symbols, so that it can neither move the cursor nor pass for something else.

/// Line breaks and tabs stay.
QString printableText(const QString &text);
/// In one line: runs of white space become one space; more than `most` characters end in "…".
QString printableLine(const QString &text, qsizetype most = 200);
/// In one line and whole: line breaks and tabs become symbols too. For what a person is to judge exactly, as a command.
QString printableWhole(const QString &text);

} // namespace pasarela
