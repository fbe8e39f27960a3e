// SPDX-License-Identifier: MIT
#pragma once

#include <QCoreApplication>
#include <QDateTime>
#include <QLocale>
#include <QString>

namespace pasarela {

/// Times as people say them: today 10:42, yesterday, Monday 18:10, then the date; in the locale's format and local
/// time.
class DateText {
    Q_DECLARE_TR_FUNCTIONS(DateText)

public:
    /// "10:42"
    static QString clock(const QDateTime &when, const QLocale &locale);
    /// As a part of a sentence: "today at 10:42", "yesterday at 9:05", "on Monday at 18:10", "on 3 May 2026 at 18:10".
    static QString inSentence(const QDateTime &moment, const QDateTime &now, const QLocale &locale);
};

} // namespace pasarela
