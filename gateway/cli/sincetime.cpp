// SPDX-License-Identifier: MIT
#include "gateway/cli/sincetime.h"

#include <QTimeZone>

namespace pasarela {

namespace {

constexpr qsizetype digitsLimit = 6;

std::optional<qint64> secondsIn(QChar unit)
{
    switch (unit.unicode()) {
    case u's':
        return 1;
    case u'm':
        return 60;
    case u'h':
        return 3600;
    case u'd':
        return 86400;
    default:
        return std::nullopt;
    }
}

} // namespace

std::optional<QDateTime> sinceTime(const QString &text, const QDateTime &now)
{
    const auto unit = text.isEmpty() ? std::nullopt : secondsIn(text.back());
    if (unit) {
        bool ok = false;
        const uint count = text.chopped(1).toUInt(&ok);
        return ok && text.size() <= digitsLimit + 1 ? std::optional(now.addSecs(-qint64(count) * *unit)) : std::nullopt;
    }
    QString iso = text;
    if (iso.size() > 10 && iso.at(10) == u' ')
        iso[10] = u'T';
    QDateTime time = QDateTime::fromString(iso, Qt::ISODateWithMs);
    if (!time.isValid())
        return std::nullopt;
    if (time.timeSpec() == Qt::LocalTime && now.timeSpec() != Qt::LocalTime)
        time = QDateTime(time.date(), time.time(), now.timeZone());
    return time;
}

} // namespace pasarela
