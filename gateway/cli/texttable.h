// SPDX-License-Identifier: MIT
#pragma once

#include <QString>
#include <QStringList>

namespace pasarela {

/// Columns of text for a terminal, two spaces apart.
class TextTable {
public:
    explicit TextTable(const QStringList &headings) { m_rows.append(headings); }

    void add(const QStringList &cells) { m_rows.append(cells); }
    bool isEmpty() const { return m_rows.size() == 1; }
    /// Each line begins with `indent` spaces.
    QString text(int indent = 0) const;

private:
    QList<QStringList> m_rows;
};

} // namespace pasarela
