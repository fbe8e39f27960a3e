// SPDX-License-Identifier: MIT
#pragma once

#include <QDateTime>
#include <QString>

#include <optional>

namespace pasarela {

/// A time as a person gives it: so long before `now` ("90s", "15m", "2h", "7d"), a day, or a day and a time, in the
/// zone of `now` unless the text names one. Nothing where it is none of these.
std::optional<QDateTime> sinceTime(const QString &text, const QDateTime &now);

} // namespace pasarela
