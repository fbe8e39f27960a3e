// SPDX-License-Identifier: MIT
#include "gateway/mcp/protocolversion.h"

#include <algorithm>
#include <array>

namespace pasarela::mcp {

namespace {

constexpr std::array<const char *, 4> revisions = {latestLegacyRevision, "2025-06-18", "2025-03-26", "2024-11-05"};

} // namespace

std::span<const char *const> legacyRevisions()
{
    return revisions;
}

bool isSupportedRevision(QByteArrayView revision)
{
    return std::any_of(revisions.begin(), revisions.end(), [revision](const char *known) { return revision == known; });
}

QByteArray negotiatedRevision(QByteArrayView requested)
{
    return isSupportedRevision(requested) ? requested.toByteArray() : QByteArray(latestLegacyRevision);
}

bool revisionAllowsBatches(QByteArrayView revision)
{
    return revision == "2025-03-26";
}

} // namespace pasarela::mcp
