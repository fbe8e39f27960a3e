// SPDX-License-Identifier: MIT
#include "gateway/cli/auditprinter.h"

#include "gateway/base/printable.h"

#include <QStringList>

#include <array>

namespace pasarela {

namespace {

constexpr std::array columnWidths = {19, 16, 40, 12, 11, 9, 9, 9}; ///< Longer cells push the rest of their line.
constexpr int firstNumber = 5; ///< Columns from here are flush right.

QString row(const QStringList &cells)
{
    QString line;
    for (int column = 0; column < int(columnWidths.size()); ++column) {
        const QString &cell = cells.at(column);
        const int width = columnWidths[size_t(column)];
        line += (column > 0 ? QStringLiteral("  ") : QString())
            + (column < firstNumber ? cell.leftJustified(width) : cell.rightJustified(width));
    }
    return line + QLatin1Char('\n');
}

QString orDash(const QString &text)
{
    return text.isEmpty() ? QStringLiteral("-") : printableLine(text, 80);
}

QString milliseconds(const AuditEvent &event, int decimals)
{
    return QString::number(std::chrono::duration<double, std::milli>(event.duration).count(), 'f', decimals);
}

QString tableRow(const AuditEvent &event)
{
    return row({auditTimeText(event.time), orDash(event.client.text()), orDash(QString::fromUtf8(event.tool)),
                orDash(event.account.text()), toName(event.outcome), milliseconds(event, 1),
                QString::number(event.requestBytes), QString::number(event.answerBytes)});
}

QString csvRow(const AuditEvent &event)
{
    QStringList cells{event.time.toUTC().toString(Qt::ISODateWithMs),
                      event.client.text(),
                      event.via,
                      event.project,
                      event.enclave.text(),
                      event.account.text(),
                      QString::fromUtf8(event.tool),
                      toName(event.outcome),
                      milliseconds(event, 3),
                      QString::number(event.requestBytes),
                      QString::number(event.answerBytes)};
    for (QString &cell : cells)
        cell = csvCell(cell);
    return cells.join(QLatin1Char(',')) + QLatin1Char('\n');
}

} // namespace

QString auditTimeText(const QDateTime &time)
{
    return time.toLocalTime().toString(QStringLiteral("yyyy-MM-dd hh:mm:ss"));
}

QString csvCell(const QString &text)
{
    QString cell = printableWhole(text);
    if (!cell.isEmpty() && QStringLiteral("=+-@").contains(cell.at(0)))
        cell.prepend(QLatin1Char('\''));
    if (!cell.contains(QLatin1Char(',')) && !cell.contains(QLatin1Char('"')))
        return cell;
    return QLatin1Char('"') + cell.replace(QLatin1Char('"'), QStringLiteral("\"\"")) + QLatin1Char('"');
}

void AuditPrinter::begin()
{
    if (m_form == Form::Json)
        m_out << "[";
    else if (m_form == Form::Csv)
        m_out << "time,client,via,project,enclave,account,tool,outcome,ms,requestBytes,answerBytes\n";
    else
        m_out << row({QStringLiteral("TIME"), QStringLiteral("CLIENT"), QStringLiteral("TOOL"),
                      QStringLiteral("ACCOUNT"), QStringLiteral("OUTCOME"), QStringLiteral("MS"),
                      QStringLiteral("ASKED"), QStringLiteral("ANSWERED")});
}

bool AuditPrinter::print(const AuditEvent &event, const QByteArray &line)
{
    if (m_calls++ == 0)
        begin();
    if (m_form == Form::Json)
        m_out << (m_calls > 1 ? ",\n " : "\n ") << QString::fromUtf8(line);
    else
        m_out << (m_form == Form::Csv ? csvRow(event) : tableRow(event));
    return m_out.status() == QTextStream::Ok;
}

void AuditPrinter::finish()
{
    if (isEmpty() && m_form != Form::Text)
        begin();
    if (m_form == Form::Json)
        m_out << (isEmpty() ? "]\n" : "\n]\n");
}

} // namespace pasarela
