// SPDX-License-Identifier: MIT
#include "gateway/base/windowscommandline.h"

#include <algorithm>

namespace pasarela {

QString windowsWord(const QString &word)
{
    static const QString needQuotes = QStringLiteral(" \t\n\v\"");
    const bool plain = !word.isEmpty()
        && std::none_of(word.begin(), word.end(), [](QChar character) { return needQuotes.contains(character); });
    if (plain)
        return word;

    // Backslashes count as themselves unless a quote follows; before one they are doubled, and the quote gets one of
    // its own.
    QString result(u'"');
    qsizetype backslashes = 0;
    for (const QChar character : word) {
        if (character == u'"')
            result += QString(backslashes + 1, u'\\');
        backslashes = character == u'\\' ? backslashes + 1 : 0;
        result += character;
    }
    return result + QString(backslashes, u'\\') + u'"';
}

QString windowsCommandLine(const QString &program, const QStringList &arguments)
{
    // The program's name is read by a simpler rule: up to the next quote.
    QString line = u'"' + program + u'"';
    for (const QString &argument : arguments)
        line += u' ' + windowsWord(argument);
    return line;
}

QString windowsEnvironmentBlock(const QMap<QString, QString> &environment)
{
    QStringList names = environment.keys();
    std::sort(names.begin(), names.end(),
              [](const QString &a, const QString &b) { return a.compare(b, Qt::CaseInsensitive) < 0; });
    QString block;
    for (const QString &name : std::as_const(names))
        block += name + u'=' + environment.value(name) + QChar(u'\0');
    if (block.isEmpty())
        block += QChar(u'\0');
    return block + QChar(u'\0');
}

} // namespace pasarela
