// SPDX-License-Identifier: MIT
#pragma once

#include "gateway/base/bytestream.h"

#include <sys/types.h>

namespace pasarela {

/// One descriptor of a stream: does not block and is not inherited while we have it, closed afterwards.
class UnixDescriptor {
public:
    /// With `Restore`, O_NONBLOCK is put back before the descriptor is closed: it belongs to the open file, which other
    /// processes share (the terminal of a shell).
    UnixDescriptor(int fd, HandleFlags flags);
    ~UnixDescriptor();
    UnixDescriptor(const UnixDescriptor &) = delete;
    UnixDescriptor &operator=(const UnixDescriptor &) = delete;

    int fd() const { return m_fd; }
    bool isSocket() const { return m_isSocket; }
    /// False for regular files and devices like /dev/null, which epoll refuses and which are always ready.
    bool canBePolled() const { return m_canBePolled; }
    /// Nobody will read any more what is written here.
    bool isHungUp() const;

    // As read(2) and write(2), repeated after a signal; SIGPIPE is never raised.
    ssize_t read(char *buffer, size_t size) const;
    ssize_t write(QByteArrayView bytes) const;

private:
    void prepare(HandleFlags flags);

    int m_fd;
    int m_restoreFlags = -1;
    bool m_isSocket = false;
    bool m_canBePolled = true;
};

} // namespace pasarela
