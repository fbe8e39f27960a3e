// SPDX-License-Identifier: MIT
#include "gateway/session/waitinglist.h"

#include <algorithm>
#include <utility>

namespace pasarela {

void WaitingList::Waiter::answer(const Result<UpstreamSession *> &result) const
{
    if (context)
        done(result);
}

bool WaitingList::isEmpty() const
{
    return std::none_of(m_waiters.begin(), m_waiters.end(),
                        [](const Waiter &waiter) { return !waiter.context.isNull(); });
}

std::vector<WaitingList::Waiter> WaitingList::takeAll()
{
    return std::exchange(m_waiters, {});
}

std::vector<WaitingList::Waiter> WaitingList::takeExpired()
{
    const auto first = std::stable_partition(m_waiters.begin(), m_waiters.end(),
                                             [](const Waiter &waiter) { return !waiter.deadline.hasExpired(); });
    std::vector<Waiter> expired(std::make_move_iterator(first), std::make_move_iterator(m_waiters.end()));
    m_waiters.erase(first, m_waiters.end());
    return expired;
}

QDeadlineTimer WaitingList::nextDeadline() const
{
    QDeadlineTimer next(QDeadlineTimer::Forever);
    for (const Waiter &waiter : m_waiters)
        next = std::min(next, waiter.deadline);
    return next;
}

} // namespace pasarela
