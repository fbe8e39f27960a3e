// SPDX-License-Identifier: MIT
#include "gateway/config/nearestname.h"

#include <algorithm>
#include <utility>
#include <vector>

namespace pasarela {

namespace {

/// Insertions, deletions, replacements and swaps of neighbours that make one of the other.
int distance(const QString &a, const QString &b)
{
    std::vector<int> beforeLast, last(b.size() + 1), row(b.size() + 1);
    for (qsizetype j = 0; j <= b.size(); ++j)
        last[j] = int(j);
    for (qsizetype i = 1; i <= a.size(); ++i) {
        row[0] = int(i);
        for (qsizetype j = 1; j <= b.size(); ++j) {
            const int replaced = last[j - 1] + (a[i - 1] == b[j - 1] ? 0 : 1);
            row[j] = std::min({last[j] + 1, row[j - 1] + 1, replaced});
            if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1])
                row[j] = std::min(row[j], beforeLast[j - 2] + 1);
        }
        beforeLast = std::exchange(last, row);
    }
    return last.back();
}

} // namespace

QString nearestName(const QString &name, const QStringList &known)
{
    QString nearest;
    int least = name.size() > 4 ? 2 : 1;
    for (const QString &candidate : known) {
        const int slips = distance(name.toLower(), candidate.toLower());
        if (slips <= least && (nearest.isEmpty() || slips < least)) {
            nearest = candidate;
            least = slips;
        }
    }
    return nearest;
}

} // namespace pasarela
