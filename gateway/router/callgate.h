// SPDX-License-Identifier: MIT
#pragma once

#include <QObject>
#include <QPointer>

#include <deque>
#include <functional>

namespace pasarela {

/// Lets the calls of one session through one after the other (`"reverse": "exclusive"`), in the order they came. A job whose
/// context died while it waited is passed over.
class CallGate {
public:
    /// Runs `job` now, or when leave() makes room.
    void enter(QObject *context, std::function<void()> job);
    void leave();

private:
    struct Waiting {
        QPointer<QObject> context;
        std::function<void()> job;
    };
    std::deque<Waiting> m_waiting;
    bool m_taken = false;
};

} // namespace pasarela
