// SPDX-License-Identifier: MIT
#pragma once

#include <QByteArray>
#include <QByteArrayView>

#include <span>

namespace pasarela::mcp {

/// The legacy revisions (those with an `initialize` handshake), newest first.
std::span<const char *const> legacyRevisions();
inline constexpr char latestLegacyRevision[] = "2025-11-25";

bool isSupportedRevision(QByteArrayView revision);

/// What a server answers to the revision a client asks for: the same if we speak it, else our latest legacy one (rule
/// V1).
QByteArray negotiatedRevision(QByteArrayView requested);

/// Batches exist only in 2025-03-26 (rule J3).
bool revisionAllowsBatches(QByteArrayView revision);

} // namespace pasarela::mcp
