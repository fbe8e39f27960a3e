// SPDX-License-Identifier: MIT
#include "gateway/upstream/exitwatch.h"

#include <QSocketNotifier>
#include <QTimer>

#include <chrono>

#include <sys/syscall.h>
#include <unistd.h>

namespace pasarela {

namespace {

constexpr std::chrono::milliseconds lookInterval{100};

/// A pidfd becomes readable when its process ends (pidfd_open(2), Linux 5.3).
class PidfdWatch final : public ExitWatch {
public:
    PidfdWatch(int fd, std::function<void()> mayHaveEnded)
        : m_fd(fd)
        , m_notifier(fd, QSocketNotifier::Read)
    {
        QObject::connect(&m_notifier, &QSocketNotifier::activated, &m_notifier, [this, call = std::move(mayHaveEnded)] {
            m_notifier.setEnabled(false); // it stays readable for ever
            call();
        });
    }
    ~PidfdWatch() override
    {
        m_notifier.setEnabled(false);
        ::close(m_fd);
    }

private:
    int m_fd;
    QSocketNotifier m_notifier;
};

/// Where the kernel or a sandbox refuses pidfds.
class TimedWatch final : public ExitWatch {
public:
    explicit TimedWatch(std::function<void()> mayHaveEnded)
    {
        m_timer.setInterval(lookInterval);
        QObject::connect(&m_timer, &QTimer::timeout, &m_timer, [call = std::move(mayHaveEnded)] { call(); });
        m_timer.start();
    }

private:
    QTimer m_timer;
};

} // namespace

std::unique_ptr<ExitWatch> ExitWatch::make(qint64 processId, std::function<void()> mayHaveEnded)
{
    const long fd = ::syscall(SYS_pidfd_open, static_cast<pid_t>(processId), 0U); // close-on-exec by itself
    if (fd >= 0)
        return std::make_unique<PidfdWatch>(static_cast<int>(fd), std::move(mayHaveEnded));
    return std::make_unique<TimedWatch>(std::move(mayHaveEnded));
}

} // namespace pasarela
