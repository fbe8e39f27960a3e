// SPDX-License-Identifier: MIT
#pragma once

#include <QByteArray>

namespace pasarela {

/// A tool's definition without `$schema` of an older draft in `inputSchema` and `outputSchema`, where the schema means
/// the same in 2020-12 (MCP's default): strict clients refuse the whole list for one such word. A schema that uses what
/// changed between the drafts (item arrays, `dependencies`, boolean exclusive bounds) is left as it is.
QByteArray inCurrentDialect(const QByteArray &definition);

} // namespace pasarela
