// SPDX-License-Identifier: MIT
#include "gateway/base/backoff.h"

#include <QRandomGenerator>

#include <algorithm>

namespace pasarela {

std::chrono::milliseconds Backoff::next(double random)
{
    Q_ASSERT(random >= 0 && random < 1);
    constexpr int doublingsToMost = 6; // 0.5 s · 2⁶ > 30 s
    const auto delay = std::min(most, first * (1 << std::min(m_tries, doublingsToMost)));
    ++m_tries;
    // Jitter takes away, so that `most` is the most.
    return delay - std::chrono::milliseconds(static_cast<qint64>(static_cast<double>(delay.count()) * random / 4));
}

std::chrono::milliseconds Backoff::next()
{
    return next(QRandomGenerator::global()->generateDouble());
}

} // namespace pasarela
