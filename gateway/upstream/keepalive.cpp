// SPDX-License-Identifier: MIT
#include "gateway/upstream/keepalive.h"

#include <algorithm>

namespace pasarela {

KeepAlive::KeepAlive(const Times &times, QObject *parent)
    : QObject(parent)
    , m_times(times)
{
    m_timer.setSingleShot(true);
    connect(&m_timer, &QTimer::timeout, this, &KeepAlive::onTimeout);
}

void KeepAlive::start()
{
    m_heard = false;
    m_pings = 0;
    m_timer.start(m_times.silence);
}

void KeepAlive::callGivenUp()
{
    if (!mayStillWork())
        m_givenUp = 0; // of long ago
    ++m_givenUp;
    m_work.setRemainingTime(m_times.givenUp);
}

void KeepAlive::lateAnswer()
{
    m_givenUp = std::max(0, m_givenUp - 1);
}

void KeepAlive::onTimeout()
{
    if (m_heard || mayStillWork())
        return start();
    if (m_pings == most) {
        Q_EMIT lost();
        return;
    }
    ++m_pings;
    m_timer.start(m_times.answer);
    Q_EMIT pingDue();
}

} // namespace pasarela
