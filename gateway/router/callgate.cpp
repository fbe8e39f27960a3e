// SPDX-License-Identifier: MIT
#include "gateway/router/callgate.h"

namespace pasarela {

void CallGate::enter(QObject *context, std::function<void()> job)
{
    if (m_taken) {
        m_waiting.push_back({context, std::move(job)});
        return;
    }
    m_taken = true;
    job();
}

void CallGate::leave()
{
    while (!m_waiting.empty()) {
        const Waiting next = std::move(m_waiting.front());
        m_waiting.pop_front();
        if (next.context)
            return next.job();
    }
    m_taken = false;
}

} // namespace pasarela
