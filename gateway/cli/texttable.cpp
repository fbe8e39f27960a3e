// SPDX-License-Identifier: MIT
#include "gateway/cli/texttable.h"

#include <algorithm>

namespace pasarela {

QString TextTable::text(int indent) const
{
    QList<qsizetype> widths;
    for (qsizetype column = 0; column < m_rows.first().size(); ++column) {
        qsizetype width = 0;
        for (const QStringList &row : m_rows)
            width = std::max(width, row.value(column).size());
        widths.append(width);
    }
    QString out;
    for (const QStringList &row : m_rows) {
        QString line(indent, QLatin1Char(' '));
        for (qsizetype column = 0; column < widths.size(); ++column)
            line += row.value(column).leftJustified(widths.at(column) + 2);
        while (line.endsWith(QLatin1Char(' ')))
            line.chop(1);
        out += line + QLatin1Char('\n');
    }
    return out;
}

} // namespace pasarela
