// SPDX-License-Identifier: MIT
#include "gateway/router/callgate.h"

#include <algorithm>

namespace pasarela {

CallGate::CallGate()
{
    m_next.setSingleShot(true);
    QObject::connect(&m_next, &QTimer::timeout, &m_next, [this] { letNextThrough(); });
}

bool CallGate::enter(QObject *context, std::chrono::milliseconds within, std::function<void()> job,
                     std::function<void()> late)
{
    if (!m_taken) {
        m_taken = true;
        job();
        return true;
    }
    if (m_waiting.size() >= waitingLimit)
        return false;
    auto waiting = std::make_shared<Waiting>(Waiting{context, std::move(job), std::make_unique<QTimer>()});
    waiting->deadline->setSingleShot(true);
    QObject::connect(waiting->deadline.get(), &QTimer::timeout, &m_next,
                     [this, which = waiting.get(), late = std::move(late)] { onDeadline(which, late); });
    waiting->deadline->start(within);
    m_waiting.push_back(std::move(waiting));
    return true;
}

void CallGate::leave()
{
    m_next.start(0);
}

void CallGate::letNextThrough()
{
    while (!m_waiting.empty()) {
        const auto next = std::move(m_waiting.front());
        m_waiting.pop_front();
        if (next->context)
            return next->job();
    }
    m_taken = false;
}

void CallGate::onDeadline(const Waiting *waiting, const std::function<void()> &late)
{
    const auto found = std::find_if(m_waiting.begin(), m_waiting.end(),
                                    [waiting](const auto &entry) { return entry.get() == waiting; });
    if (found == m_waiting.end())
        return;
    const auto expired = std::move(*found);
    m_waiting.erase(found);
    expired->deadline.release()->deleteLater(); // it is the sender of this very call
    if (expired->context)
        late();
}

} // namespace pasarela
