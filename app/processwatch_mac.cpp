// SPDX-License-Identifier: MIT
// Written from kqueue(2); not yet compiled on a Mac.
#include "app/processwatch.h"

#include <QSocketNotifier>

#include <optional>

#include <sys/event.h>
#include <unistd.h>

namespace pasarela {

/// A kqueue with one filter is readable when that process has ended (kqueue(2), EVFILT_PROC, NOTE_EXIT).
struct ProcessWatch::Handle {
    ~Handle()
    {
        notifier.reset();
        if (fd >= 0)
            ::close(fd);
    }

    int fd = -1;
    std::optional<QSocketNotifier> notifier;
};

ProcessWatch::ProcessWatch(const ProcessIdentity &process, QObject *parent)
    : QObject(parent)
    , m_process(process)
    , m_handle(std::make_unique<Handle>())
{
    m_handle->fd = ::kqueue();
    struct kevent filter = {};
    EV_SET(&filter, static_cast<uintptr_t>(process.processId), EVFILT_PROC, EV_ADD | EV_ONESHOT, NOTE_EXIT, 0, nullptr);
    const bool watching = m_handle->fd >= 0 && ::kevent(m_handle->fd, &filter, 1, nullptr, 0, nullptr) == 0;
    // Looked at after the filter was set, so that nothing lies between.
    if (!watching || !isRunning(process)) {
        end();
        return;
    }
    m_handle->notifier.emplace(m_handle->fd, QSocketNotifier::Read);
    connect(&*m_handle->notifier, &QSocketNotifier::activated, this, &ProcessWatch::end);
}

ProcessWatch::~ProcessWatch() = default;

void ProcessWatch::stop()
{
    if (m_handle->notifier)
        m_handle->notifier->setEnabled(false);
}

} // namespace pasarela
