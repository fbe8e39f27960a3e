// SPDX-License-Identifier: MIT
#pragma once

#include <QString>
#include <QStringList>

namespace pasarela {

/// The known name that `name` was probably meant to be, whatever its case: two slips of the pen at most, one in a name
/// of up to four letters; empty where there is none. Pure.
QString nearestName(const QString &name, const QStringList &known);

} // namespace pasarela
