// SPDX-License-Identifier: MIT
#pragma once

#include "gateway/base/error.h"

#include <QByteArray>
#include <QObject>

#include <memory>

namespace pasarela {

/// An ordered two-way stream of bytes: a local socket, a named pipe, or the two pipes of a child. Writes go out at once
/// where they can and are queued where they cannot; the caller watches bytesQueued() and bounds it.
class ByteStream : public QObject {
    Q_OBJECT

public:
    using QObject::QObject;

    /// Never blocks. After closed() or finishWriting() it does nothing.
    virtual void write(QByteArrayView bytes) = 0;
    /// Written but not yet taken by the system.
    virtual qint64 bytesQueued() const = 0;
    /// Stops and resumes reading, for back-pressure; a stream starts paused and is read after resume().
    virtual void pause() = 0;
    virtual void resume() = 0;
    /// Ends our direction after what is queued was written (a pipe is closed, a socket shut down for writing).
    virtual void finishWriting() = 0;
    /// Whether the other end learns of finishWriting(). Not of a named pipe, which only ends whole.
    virtual bool hasHalfClose() const { return true; }
    /// Closes both directions at once; queued bytes are dropped. Emits nothing.
    virtual void abort() = 0;

    /// The process at the other end of a local socket or named pipe (SO_PEERCRED, pipe client pid); 0 where unknown.
    virtual qint64 peerProcessId() const { return 0; }

Q_SIGNALS:
    /// At most 64 KiB at a time; valid only during the call.
    void received(QByteArrayView bytes);
    /// The queue became empty; not emitted for a write() that went out at once.
    void drained();
    /// The other end closed its direction; ours may still be open.
    void finished();
    /// A read or write failed, or both directions have ended. Emitted once, never from within a call; nothing follows.
    void closed(const pasarela::Error &reason);
};

/// What the platform calls an open file or pipe: a descriptor, or a HANDLE.
using NativeHandle = qintptr;

/// A stream over two handles, which may be the same one (a socket); -1 where a direction is missing. Takes them over,
/// makes them non-blocking (Windows: reader and writer threads) and closes them; a standard descriptor becomes
/// /dev/null. With `Restore`, flags of shared descriptors are put back on destruction. SIGPIPE is ignored from the
/// first stream on.
enum class HandleFlags { Own, Restore };
std::unique_ptr<ByteStream> makeByteStream(NativeHandle readFrom, NativeHandle writeTo,
                                           HandleFlags flags = HandleFlags::Own, QObject *parent = nullptr);

} // namespace pasarela
