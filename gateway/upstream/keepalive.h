// SPDX-License-Identifier: MIT
#pragma once

#include <QDeadlineTimer>
#include <QObject>
#include <QTimer>

#include <chrono>

namespace pasarela {

/// Whether a server that has nothing to do is still there (rule R5): after a silence it is pinged, and after two pings
/// without a word it counts as lost.
///
///   Listening ──silence──▶ pinged once ──silence──▶ pinged twice ──silence──▶ lost()
///       ▲──────────────── heard() ┴───────────────────────┘
///
/// A server that may still work on a call that was given up is not asked: many read nothing before they are done, and
/// would be ended in the middle.
class KeepAlive : public QObject {
    Q_OBJECT

public:
    struct Times {
        std::chrono::milliseconds silence{60000}; ///< Before the first ping.
        std::chrono::milliseconds answer{30000}; ///< That each ping may take.
        std::chrono::milliseconds givenUp{600000}; ///< That work may go on after the last call was given up.
    };

    explicit KeepAlive(const Times &times, QObject *parent = nullptr);

    void start();
    void stop() { m_timer.stop(); }
    /// It said something, whatever it was. Cheap: called for each message.
    void heard() { m_heard = true; }
    /// It has something to do now: the silence begins anew.
    void postpone() { m_heard = true; }
    /// A call was cancelled or timed out; whether the server stops working on it is not known.
    void callGivenUp();
    /// The answer to a call that was given up came after all.
    void lateAnswer();

Q_SIGNALS:
    void pingDue();
    void lost();

private:
    void onTimeout();
    bool mayStillWork() const { return m_givenUp > 0 && !m_work.hasExpired(); }

    static constexpr int most = 2;
    Times m_times;
    QTimer m_timer;
    QDeadlineTimer m_work; ///< On what was given up.
    int m_givenUp = 0; ///< Calls whose late answer may come.
    bool m_heard = false;
    int m_pings = 0; ///< Since the last word.
};

} // namespace pasarela
