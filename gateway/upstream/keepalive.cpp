// SPDX-License-Identifier: MIT
#include "gateway/upstream/keepalive.h"

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

void KeepAlive::onTimeout()
{
    if (m_heard)
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
