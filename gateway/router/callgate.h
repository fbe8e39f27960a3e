// SPDX-License-Identifier: MIT
#pragma once

#include <QObject>
#include <QPointer>
#include <QTimer>

#include <chrono>
#include <deque>
#include <functional>
#include <memory>

namespace pasarela {

/// Lets the calls of one session through one after the other (`"reverse": "exclusive"`), in the order they came. A job
/// whose context died while it waited is passed over.
class CallGate {
public:
    static constexpr size_t waitingLimit = 1000;

    CallGate();

    /// Runs `job` now, or from the event loop when leave() made room; `late` instead where it waited for `within`.
    /// False: too many wait already, and neither will be called.
    [[nodiscard]] bool enter(QObject *context, std::chrono::milliseconds within, std::function<void()> job,
                             std::function<void()> late);
    /// The next one comes through from the event loop: who leaves may be one of many that are being destroyed, and
    /// those must not begin to work meanwhile.
    void leave();

private:
    struct Waiting {
        QPointer<QObject> context;
        std::function<void()> job;
        std::unique_ptr<QTimer> deadline;
    };
    using Waiters = std::deque<std::shared_ptr<Waiting>>;

    void letNextThrough();
    void onDeadline(const Waiting *waiting, const std::function<void()> &late);

    Waiters m_waiting;
    QTimer m_next;
    bool m_taken = false;
};

} // namespace pasarela
