// SPDX-License-Identifier: MIT
#pragma once

#include <QString>
#include <QStringList>

#include <optional>

namespace pasarela {

// Words to be typed by a person. All pure.

/// A word as a POSIX shell takes it.
QString posixWord(const QString &word);

/// A word that both cmd and PowerShell hand on as it is; nothing where one of the two would change it, quoted or not.
std::optional<QString> windowsShellWord(const QString &word);

/// A line to type. With a folder: in a terminal that was opened in that folder.
struct TypedLine {
    QString folder;
    QString line;
};

TypedLine posixLine(const QStringList &words);

/// One that cmd and PowerShell take alike: a program that needs quotes is called from its folder, because PowerShell
/// takes a quoted word for a text and cmd knows no "& " before it. Nothing where a word cannot be typed.
std::optional<TypedLine> windowsLine(const QStringList &words);

} // namespace pasarela
