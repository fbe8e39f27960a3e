// SPDX-License-Identifier: MIT
#pragma once

#include "gateway/base/bytestream.h"
#include "gateway/base/result.h"

#include <QObject>
#include <QString>

#include <chrono>
#include <memory>

namespace pasarela {

/// Listens on a Unix socket (in a private folder, same user only) or a named pipe (this SID only, first instance, no
/// remote clients). Listen only while holding the instance lock: a stale socket file is removed first
/// (spec/security.md).
class LocalServer : public QObject {
    Q_OBJECT

public:
    explicit LocalServer(QObject *parent = nullptr);
    ~LocalServer() override;

    /// `name` as Paths gives it. The folder of a socket is made where it is missing. Once only.
    Result<void> listen(const QString &name);
    /// Listens again where somebody removed the socket file; connections stay. Nothing to do on Windows: a pipe has
    /// none.
    Result<void> keep();
    /// Stops and removes the socket file, if it is still ours.
    void close();

Q_SIGNALS:
    /// The receiver takes the stream with takeStream() during the call, else it is closed.
    void newConnection();

public:
    std::unique_ptr<ByteStream> takeStream();

private:
    struct Private;
    std::unique_ptr<Private> d;
};

/// Connects to a server of the same user; waits `timeout` at most (for a place in the queue, Windows: for a free pipe
/// instance). NotFound: nobody listens. PermissionDenied: another user listens there, named in the detail. Timeout: the
/// server takes no connection.
Result<std::unique_ptr<ByteStream>> connectLocal(const QString &name,
                                                 std::chrono::milliseconds timeout = std::chrono::seconds(1));

} // namespace pasarela
