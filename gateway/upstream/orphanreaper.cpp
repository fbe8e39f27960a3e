// SPDX-License-Identifier: MIT
#include "gateway/upstream/orphanreaper.h"

#include "gateway/upstream/strays.h"

#include <algorithm>

namespace pasarela {

OrphanReaper::OrphanReaper(std::chrono::milliseconds interval, QObject *parent)
    : QObject(parent)
{
    connect(&m_timer, &QTimer::timeout, this, &OrphanReaper::look);
    m_timer.start(interval);
}

void OrphanReaper::look()
{
    std::vector<ProcessMark> ended = strays::ended();
    std::erase_if(ended, [this](const ProcessMark &stray) {
        return std::find(m_seen.begin(), m_seen.end(), stray) != m_seen.end() && strays::reap(stray);
    });
    m_seen = std::move(ended);
}

} // namespace pasarela
