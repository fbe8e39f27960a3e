// SPDX-License-Identifier: MIT
#pragma once

#include "gateway/base/result.h"

#include <QString>

#include <sys/socket.h>
#include <sys/un.h>

namespace pasarela {

/// A path as an address of a Unix socket.
class UnixAddress {
public:
    /// InvalidInput where the path does not fit (Paths gives only such that do).
    static Result<UnixAddress> of(const QString &path);

    const sockaddr *get() const { return reinterpret_cast<const sockaddr *>(&m_address); }
    socklen_t size() const { return sizeof m_address; }

private:
    sockaddr_un m_address = {};
};

/// A stream socket that children do not inherit; -1 and errno on failure.
int openUnixSocket();

} // namespace pasarela
