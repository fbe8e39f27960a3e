// SPDX-License-Identifier: MIT
#pragma once

#include <QString>
#include <QStringList>

#include <optional>

namespace pasarela {

/// A JSON pointer (RFC 6901), "/enclaves/a~1b", as its steps; nothing where it is none. The empty pointer is the root.
std::optional<QStringList> jsonPathOf(QStringView pointer);

/// The pointer to what lies at the end of these steps.
QString jsonPointerOf(const QStringList &path);

} // namespace pasarela
