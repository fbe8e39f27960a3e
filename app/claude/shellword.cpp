// SPDX-License-Identifier: MIT
#include "app/claude/shellword.h"

#include <algorithm>

namespace pasarela {

namespace {

bool isPlain(const QString &word, const QString &marks)
{
    return !word.isEmpty() && std::all_of(word.begin(), word.end(), [&marks](QChar c) {
        return (c.unicode() < 128 && c.isLetterOrNumber()) || marks.contains(c);
    });
}

/// PowerShell cuts a word that starts with a dash at a full stop or a colon.
bool isPlainOnWindows(const QString &word)
{
    return isPlain(word, word.startsWith(u'-') ? QStringLiteral("-=_") : QStringLiteral("-_./\\:=+"));
}

/// cmd ends a program's name, not an argument, at "=".
bool isPlainProgram(const QString &word)
{
    return isPlainOnWindows(word) && !word.contains(u'=');
}

/// Changed even between quotes: variables and escapes of the two, and what PowerShell takes for a quote.
bool isChangedInQuotes(QChar c)
{
    return QStringLiteral("%!\"^$`\u201c\u201d\u201e").contains(c) || !c.isPrint();
}

} // namespace

QString posixWord(const QString &word)
{
    const bool plain = !word.isEmpty() && std::all_of(word.begin(), word.end(), [](QChar c) {
        return c.isLetterOrNumber() || QStringLiteral("-_./:@%+=,").contains(c);
    });
    return plain ? word : u'\'' + QString(word).replace(u'\'', QLatin1String("'\\''")) + u'\'';
}

std::optional<QString> windowsShellWord(const QString &word)
{
    if (isPlainOnWindows(word))
        return word;
    // Shells differ in what they make of an empty word, and of a backslash before the closing quote.
    if (word.isEmpty() || word.endsWith(u'\\') || std::any_of(word.begin(), word.end(), isChangedInQuotes))
        return std::nullopt;
    return u'"' + word + u'"';
}

TypedLine posixLine(const QStringList &words)
{
    QStringList line;
    std::transform(words.begin(), words.end(), std::back_inserter(line), posixWord);
    return {{}, line.join(u' ')};
}

std::optional<TypedLine> windowsLine(const QStringList &words)
{
    TypedLine typed;
    typed.line = QString(words.constFirst()).replace(u'/', u'\\'); // cmd takes a slash for an option's
    if (!isPlainProgram(typed.line)) {
        const qsizetype end = typed.line.lastIndexOf(u'\\');
        const QString name = typed.line.mid(end + 1);
        if (end < 0 || !isPlainProgram(name))
            return std::nullopt;
        typed.folder = typed.line.first(end);
        typed.line = QStringLiteral(".\\") + name;
    }
    for (const QString &word : words.sliced(1)) {
        const auto quoted = windowsShellWord(word);
        if (!quoted)
            return std::nullopt;
        typed.line += u' ' + *quoted;
    }
    return typed;
}

} // namespace pasarela
