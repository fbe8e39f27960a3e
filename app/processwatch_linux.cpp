// SPDX-License-Identifier: MIT
#include "app/processwatch.h"

#include <QSocketNotifier>
#include <QTimer>

#include <chrono>
#include <optional>

#include <sys/syscall.h>
#include <unistd.h>

namespace pasarela {

namespace {

using namespace std::chrono_literals;

constexpr auto lookAgain = 1s; ///< Where the kernel has no pidfd_open(2) (before 5.3).

} // namespace

/// A pidfd becomes readable when its process has ended, collected or not (pidfd_open(2)).
struct ProcessWatch::Handle {
    ~Handle()
    {
        notifier.reset();
        if (fd >= 0)
            ::close(fd);
    }

    int fd = -1;
    std::optional<QSocketNotifier> notifier;
    QTimer timer;
};

ProcessWatch::ProcessWatch(const ProcessIdentity &process, QObject *parent)
    : QObject(parent)
    , m_process(process)
    , m_handle(std::make_unique<Handle>())
{
    if (process.processId > 0)
        m_handle->fd = static_cast<int>(::syscall(SYS_pidfd_open, static_cast<pid_t>(process.processId), 0));
    // Looked at after the descriptor was opened, so that nothing lies between.
    if (!isRunning(process)) {
        end();
        return;
    }
    if (m_handle->fd >= 0) {
        m_handle->notifier.emplace(m_handle->fd, QSocketNotifier::Read);
        connect(&*m_handle->notifier, &QSocketNotifier::activated, this, &ProcessWatch::end);
        return;
    }
    connect(&m_handle->timer, &QTimer::timeout, this, [this] {
        if (!isRunning(m_process))
            end();
    });
    m_handle->timer.start(lookAgain);
}

ProcessWatch::~ProcessWatch() = default;

void ProcessWatch::stop()
{
    if (m_handle->notifier)
        m_handle->notifier->setEnabled(false);
    m_handle->timer.stop();
}

} // namespace pasarela
