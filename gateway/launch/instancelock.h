// SPDX-License-Identifier: MIT
#pragma once

#include "gateway/base/paths.h"
#include "gateway/base/result.h"

#include <QLockFile>

#include <memory>

namespace pasarela {

/// The lock that makes the gateway exactly one per user. Held by the kernel's word (QLockFile, stale time 0: a lock of
/// a dead process is taken over). Sockets are listened on only while it is held.
class InstanceLock {
public:
    /// Nothing where another process holds it; then `holder` is its pid.
    static Result<std::unique_ptr<InstanceLock>> tryAcquire(const Paths &paths, qint64 *holder);
    /// A lock that is another's by now is left to it.
    ~InstanceLock();

    /// Takes it again where somebody removed its file; Conflict where another process was faster.
    Result<void> keep();

private:
    bool isHeld() const;
    explicit InstanceLock(std::unique_ptr<QLockFile> file);
    std::unique_ptr<QLockFile> m_file;
};

} // namespace pasarela
