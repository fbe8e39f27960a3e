// SPDX-License-Identifier: MIT
#include "gateway/ipc/peerancestry.h"

namespace pasarela {

namespace {

constexpr int mostGenerations = 1024;
constexpr int mostWalks = 8; ///< Processes end while we walk.

enum class Walk { Descends, Foreign, Changed };

Walk walk(qint64 processId, qint64 ancestor, const ProcessLookup &lookup)
{
    qint64 child = processId;
    qint64 childStart = lookup.startTimeOf(child);
    if (childStart == 0)
        return Walk::Descends;
    for (int generation = 0; generation < mostGenerations; ++generation) {
        const qint64 parent = lookup.parentOf(child);
        if (parent <= 0 || parent == child)
            return lookup.startTimeOf(child) == childStart ? Walk::Foreign : Walk::Changed;
        const qint64 parentStart = lookup.startTimeOf(parent);
        if (parentStart == 0) {
            // Windows keeps the number of a parent that has ended; elsewhere the child has another one by now.
            return lookup.parentOf(child) == parent ? Walk::Foreign : Walk::Changed;
        }
        if (parentStart > childStart)
            return Walk::Foreign; // Windows: the parent ended and its number was used again.
        if (parent == ancestor)
            return Walk::Descends;
        child = parent;
        childStart = parentStart;
    }
    return Walk::Descends;
}

} // namespace

bool mayDescendFrom(qint64 processId, qint64 ancestor, const ProcessLookup &lookup)
{
    if (processId <= 0)
        return true;
    for (int i = 0; i < mostWalks; ++i) {
        const Walk outcome = walk(processId, ancestor, lookup);
        if (outcome != Walk::Changed)
            return outcome == Walk::Descends;
    }
    return true;
}

} // namespace pasarela
