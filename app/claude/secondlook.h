// SPDX-License-Identifier: MIT
#pragma once

#include "app/claude/claudeconfig.h"
#include "gateway/base/result.h"

#include <QByteArray>
#include <QByteArrayView>
#include <QStringList>

#include <vector>

namespace pasarela {

// A second, independent strict reading of Claude's settings (decisions.md, *JSON*), by simdjson and not by the scanner
// that made the change. It visits every token, and converts no number: what is valid JSON may not fit.

/// Whether it is strict JSON with an object at its root in which no key stands twice, at whatever depth; InvalidInput
/// with the reason.
Result<void> passesSecondLook(QByteArrayView bytes);

/// Whether `after` is `before` with these servers taken out and those put in, and nothing else: outside `mcpServers`
/// the same bytes, inside it every other server with the same tokens in the same order. Internal: what differs.
Result<void> checkServersOnly(QByteArrayView before, QByteArrayView after, const QStringList &without,
                              const std::vector<NamedEntry> &with);

/// Whether two values have the same tokens; white space does not count.
bool hasSameTokens(QByteArrayView a, QByteArrayView b);

} // namespace pasarela
