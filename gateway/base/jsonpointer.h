// SPDX-License-Identifier: MIT
#pragma once

#include <QString>
#include <QStringList>

namespace pasarela {

/// The JSON pointer (RFC 6901), "/enclaves/a~1b", to what lies at the end of these steps; empty for the root.
QString jsonPointerOf(const QStringList &path);

} // namespace pasarela
