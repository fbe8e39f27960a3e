// SPDX-License-Identifier: MIT
#include "gateway/config/configproblem.h"

namespace pasarela {

QString toLine(const QString &file, const ConfigProblem &problem)
{
    return QStringLiteral("%1:%2:%3: %4")
        .arg(file, QString::number(problem.position.line), QString::number(problem.position.column), problem.what);
}

QString quotedInSentence(const QString &text)
{
    constexpr qsizetype most = 40;
    QString shown = text.size() > most ? text.first(most) + QStringLiteral("…") : text;
    for (QChar &c : shown) {
        if (!c.isPrint())
            c = QChar::ReplacementCharacter;
    }
    return u'"' + shown + u'"';
}

} // namespace pasarela
