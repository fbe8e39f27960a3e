// SPDX-License-Identifier: MIT
#pragma once

#include <QObject>
#include <QTimer>

#include <chrono>

namespace pasarela {

/// Whether a server that has nothing to do is still there (rule R5): after a silence it is pinged, and after two pings
/// without a word it counts as lost.
///
///   Listening ──silence──▶ pinged once ──silence──▶ pinged twice ──silence──▶ lost()
///       ▲──────────────── heard() ┴───────────────────────┘
class KeepAlive : public QObject {
    Q_OBJECT

public:
    struct Times {
        std::chrono::milliseconds silence{60000}; ///< Before the first ping.
        std::chrono::milliseconds answer{30000}; ///< That each ping may take.
    };

    explicit KeepAlive(const Times &times, QObject *parent = nullptr);

    void start();
    void stop() { m_timer.stop(); }
    /// It said something, whatever it was, or must not be asked now. Cheap: called for each message.
    void heard() { m_heard = true; }

Q_SIGNALS:
    void pingDue();
    void lost();

private:
    void onTimeout();

    static constexpr int most = 2;
    Times m_times;
    QTimer m_timer;
    bool m_heard = false;
    int m_pings = 0; ///< Since the last word.
};

} // namespace pasarela
