// SPDX-License-Identifier: MIT
#pragma once

#include "gateway/base/result.h"

#include <QDeadlineTimer>
#include <QObject>
#include <QPointer>

#include <functional>
#include <vector>

namespace pasarela {

class UpstreamSession;

/// Who waits for a session, in the order they came.
class WaitingList {
public:
    struct Waiter {
        QPointer<QObject> context;
        QDeadlineTimer deadline;
        std::function<void(Result<UpstreamSession *>)> done;

        /// Nothing where the context is gone.
        void answer(const Result<UpstreamSession *> &result) const;
    };

    void add(Waiter waiter) { m_waiters.push_back(std::move(waiter)); }
    /// Those whose context is gone do not count.
    bool isEmpty() const;
    std::vector<Waiter> takeAll();
    std::vector<Waiter> takeExpired();
    QDeadlineTimer nextDeadline() const;

private:
    std::vector<Waiter> m_waiters;
};

} // namespace pasarela
