// SPDX-License-Identifier: MIT
#include "gateway/upstream/foreigntext.h"

#include <QRegularExpression>

namespace pasarela {

QString foreignText(QByteArrayView utf8, qsizetype limit)
{
    // ECMA-48 control sequences: colours, cursor movements.
    static const QRegularExpression controlSequence(QStringLiteral("\x1b(\\[[0-?]*[ -/]*[@-~]|[@-_])"));
    QString text = QString::fromUtf8(utf8);
    text.remove(controlSequence);
    for (QChar &character : text) {
        const bool printable =
            character.category() != QChar::Other_Control && character.category() != QChar::Other_Format;
        if (!printable || character.isSpace())
            character = u' ';
    }
    text = text.simplified();
    return text.size() > limit ? QStringLiteral("…") + text.right(limit) : text;
}

Error withLastWords(Error error, QByteArrayView words)
{
    const QString said = foreignText(words);
    if (!said.isEmpty())
        error.detail += QStringLiteral(" It said last: \"%1\"").arg(said);
    return error;
}

} // namespace pasarela
