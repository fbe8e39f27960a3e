// SPDX-License-Identifier: MIT
#include "gateway/launch/processcontrol.h"

#include "gateway/base/processinfo.h"
#include "gateway/base/systemerror.h"

#include <cerrno>
#include <csignal>

#include <poll.h>
#include <sys/syscall.h>
#include <unistd.h>

namespace pasarela {

namespace {

/// A descriptor of one process (pidfd_open(2), Linux 5.3): what is done through it never meets another process.
class ProcessDescriptor {
public:
    explicit ProcessDescriptor(qint64 processId)
        : m_fd(static_cast<int>(::syscall(SYS_pidfd_open, static_cast<pid_t>(processId), 0)))
    {
    }
    ~ProcessDescriptor()
    {
        if (m_fd >= 0)
            ::close(m_fd);
    }
    Q_DISABLE_COPY_MOVE(ProcessDescriptor)

    bool isOpen() const { return m_fd >= 0; }
    bool hasEnded() const
    {
        pollfd state{m_fd, POLLIN, 0};
        return ::poll(&state, 1, 0) == 1;
    }
    int send(int signal) const { return static_cast<int>(::syscall(SYS_pidfd_send_signal, m_fd, signal, nullptr, 0)); }

private:
    int m_fd;
};

Error hasEndedError(const ProcessIdentity &process)
{
    return {Error::Code::NotFound, QStringLiteral("Process %1 has ended already.").arg(process.processId)};
}

bool isNamed(const ProcessIdentity &process)
{
    return process.processId > 0 && process.startTime != 0;
}

Result<void> signalProcess(const ProcessIdentity &process, int signal)
{
    if (!isNamed(process))
        return hasEndedError(process);
    // Opened before the start time is read: the number cannot go to another process in between.
    const ProcessDescriptor descriptor(process.processId);
    if (processStartTime(process.processId) != process.startTime || (descriptor.isOpen() && descriptor.hasEnded()))
        return hasEndedError(process);
    // An older kernel, or no descriptor left: the start time has just matched, which is nearly as good.
    const int sent =
        descriptor.isOpen() ? descriptor.send(signal) : ::kill(static_cast<pid_t>(process.processId), signal);
    if (sent == 0)
        return {};
    const int number = errno;
    if (number == ESRCH)
        return hasEndedError(process);
    return systemError(QStringLiteral("Process %1 cannot be ended").arg(process.processId), number);
}

} // namespace

bool isRunning(const ProcessIdentity &process)
{
    if (!isNamed(process))
        return false;
    const ProcessDescriptor descriptor(process.processId);
    return processStartTime(process.processId) == process.startTime && !(descriptor.isOpen() && descriptor.hasEnded());
}

Result<void> terminateProcess(const ProcessIdentity &process)
{
    return signalProcess(process, SIGTERM);
}

Result<void> killProcess(const ProcessIdentity &process)
{
    return signalProcess(process, SIGKILL);
}

} // namespace pasarela
