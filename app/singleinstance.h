// SPDX-License-Identifier: MIT
#pragma once

#include "gateway/base/paths.h"

#include <QFileSystemWatcher>
#include <QLockFile>
#include <QObject>

#include <chrono>

namespace pasarela {

/// One tray app per user and home: a lock, and a mailbox beside it. A second start leaves a file there; the first one
/// sees the folder change, takes the file away and does what it says. Only the user can write to that folder.
class SingleInstance : public QObject {
    Q_OBJECT

public:
    enum class Request { Show, Quit };
    Q_ENUM(Request)

    explicit SingleInstance(const Paths &paths, QObject *parent = nullptr);

    /// True: this is the first one, and it gets requested() from now on. The lock of a process that died is taken over.
    bool acquire();
    /// The pid of the one that has the lock; 0 where it cannot be told.
    qint64 holder() const;

    /// Asks the first one. Blocks until it took the request, `within` at most; for a process that has nothing else to
    /// do. Timeout: it does not take it.
    Result<void> send(Request request, std::chrono::milliseconds within);
    /// Blocks until the first one has gone; true: the lock is ours.
    bool waitForEnd(std::chrono::milliseconds within);

Q_SIGNALS:
    void requested(pasarela::SingleInstance::Request request);

private:
    QString mailbox(Request request) const;
    void takeRequests();

    Paths m_paths;
    QLockFile m_lock;
    QFileSystemWatcher m_folder;
};

} // namespace pasarela
