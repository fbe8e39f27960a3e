// SPDX-License-Identifier: MIT
#pragma once

#include "gateway/audit/auditevent.h"

#include <QTextStream>

namespace pasarela {

/// Writes calls one by one, so that an audit of any size needs no memory.
class AuditPrinter {
public:
    enum class Form {
        Text, ///< A table for a terminal, times in this computer's zone.
        Json, ///< One array, lines as they stand in the audit.
        Csv, ///< RFC 4180 with a line of headings, times in UTC.
    };

    AuditPrinter(QTextStream &out, Form form)
        : m_out(out)
        , m_form(form)
    {
    }

    /// False: nobody reads it any more.
    bool print(const AuditEvent &event, const QByteArray &line);
    void finish();
    bool isEmpty() const { return m_calls == 0; }

private:
    void begin();

    QTextStream &m_out;
    Form m_form;
    quint64 m_calls = 0;
};

/// In this computer's zone: "2026-01-31 10:42:07".
QString auditTimeText(const QDateTime &time);

/// A cell of CSV that a spreadsheet takes for text (security.md, *Text from elsewhere*).
QString csvCell(const QString &text);

} // namespace pasarela
