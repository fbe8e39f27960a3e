// SPDX-License-Identifier: MIT
#pragma once

#include <QObject>

#include <functional>
#include <memory>

namespace pasarela {

/// Calls back from the event loop when a child of ours may have ended, perhaps more than once; waitpid(2) tells. The
/// watch must not be destroyed within the call. Linux and macOS.
class ExitWatch {
public:
    virtual ~ExitWatch() = default;
    static std::unique_ptr<ExitWatch> make(qint64 processId, std::function<void()> mayHaveEnded);
};

} // namespace pasarela
