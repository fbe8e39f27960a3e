// SPDX-License-Identifier: MIT
#include "gateway/base/unixdescriptor.h"

#include <cerrno>
#include <csignal>

#include <fcntl.h>
#include <poll.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <unistd.h>

namespace pasarela {

namespace {

constexpr int socketBuffer = 1024 * 1024; ///< A large result goes out in one call where the system allows so much.
// All pipes of a user share 64 MiB (pipe(7), pipe-user-pages-soft); beyond, the pipes of the user's other programs
// shrink. 256 KiB costs 0.05 ms per megabyte against 1 MiB.
constexpr int pipeBuffer = 256 * 1024;

#ifdef MSG_NOSIGNAL
constexpr int socketFlags = MSG_DONTWAIT | MSG_NOSIGNAL;
#else
constexpr int socketFlags = MSG_DONTWAIT; // macOS: SIGPIPE is ignored
#endif

// Pipes have no MSG_NOSIGNAL.
void ignoreBrokenPipes()
{
    static const auto before = ::signal(SIGPIPE, SIG_IGN);
    Q_UNUSED(before);
}

bool isStandard(int fd)
{
    return fd <= STDERR_FILENO;
}

} // namespace

UnixDescriptor::UnixDescriptor(int fd, HandleFlags flags)
    : m_fd(fd)
{
    ignoreBrokenPipes();
    prepare(flags);
}

void UnixDescriptor::prepare(HandleFlags flags)
{
    struct stat status = {};
    if (::fstat(m_fd, &status) != 0)
        return;
    m_isSocket = S_ISSOCK(status.st_mode);
    m_canBePolled = m_isSocket || S_ISFIFO(status.st_mode) || (S_ISCHR(status.st_mode) && ::isatty(m_fd) == 1);
    if (!isStandard(m_fd))
        ::fcntl(m_fd, F_SETFD, ::fcntl(m_fd, F_GETFD) | FD_CLOEXEC);
    if (m_isSocket) {
        ::setsockopt(m_fd, SOL_SOCKET, SO_SNDBUF, &socketBuffer, sizeof socketBuffer);
        return; // each call says MSG_DONTWAIT, so the shared flags stay as they are
    }
#ifdef F_SETPIPE_SZ
    if (S_ISFIFO(status.st_mode))
        ::fcntl(m_fd, F_SETPIPE_SZ, pipeBuffer);
#endif
    const int before = ::fcntl(m_fd, F_GETFL);
    if (before < 0 || (before & O_NONBLOCK) || !m_canBePolled)
        return;
    if (::fcntl(m_fd, F_SETFL, before | O_NONBLOCK) == 0 && flags == HandleFlags::Restore)
        m_restoreFlags = before;
}

UnixDescriptor::~UnixDescriptor()
{
    if (m_restoreFlags >= 0)
        ::fcntl(m_fd, F_SETFL, m_restoreFlags);
    if (!isStandard(m_fd)) {
        ::close(m_fd);
        return;
    }
    // The number must not go to the next file that is opened: something might print there.
    const int null = ::open("/dev/null", O_RDWR | O_CLOEXEC);
    ::dup2(null, m_fd);
    ::close(null);
}

bool UnixDescriptor::isHungUp() const
{
    struct pollfd state = {m_fd, 0, 0};
    return ::poll(&state, 1, 0) > 0 && (state.revents & (POLLERR | POLLHUP | POLLNVAL));
}

ssize_t UnixDescriptor::read(char *buffer, size_t size) const
{
    ssize_t count = 0;
    do {
        count = m_isSocket ? ::recv(m_fd, buffer, size, MSG_DONTWAIT) : ::read(m_fd, buffer, size);
    } while (count < 0 && errno == EINTR);
    return count;
}

ssize_t UnixDescriptor::write(QByteArrayView bytes) const
{
    const auto size = static_cast<size_t>(bytes.size());
    ssize_t count = 0;
    do {
        count = m_isSocket ? ::send(m_fd, bytes.data(), size, socketFlags) : ::write(m_fd, bytes.data(), size);
    } while (count < 0 && errno == EINTR);
    return count;
}

} // namespace pasarela
