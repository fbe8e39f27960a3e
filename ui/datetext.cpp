// SPDX-License-Identifier: MIT
#include "ui/datetext.h"

namespace pasarela {

QString DateText::clock(const QDateTime &when, const QLocale &locale)
{
    return locale.toString(when.toLocalTime().time(), QLocale::ShortFormat);
}

QString DateText::inSentence(const QDateTime &moment, const QDateTime &now, const QLocale &locale)
{
    const QDateTime when = moment.toLocalTime(); // files and other programs keep UTC
    const QString time = clock(when, locale);
    // The hour as it is shown decides the number: Spanish says "a la 1:05" and "a las 2:05".
    const int hour = locale.toInt(time.section(QLatin1Char(':'), 0, 0));
    const qint64 days = when.date().daysTo(now.date());
    if (days == 0)
        return tr("today at %1", nullptr, hour).arg(time);
    if (days == 1)
        return tr("yesterday at %1", nullptr, hour).arg(time);
    if (days > 1 && days < 7)
        return tr("on %1 at %2", "weekday, time", hour).arg(locale.dayName(when.date().dayOfWeek()), time);
    return tr("on %1 at %2", "date, time", hour).arg(locale.toString(when.date(), QLocale::ShortFormat), time);
}

} // namespace pasarela
