// SPDX-License-Identifier: MIT
#pragma once

#include "gateway/base/bytestream.h"
#include "gateway/base/result.h"
#include "gateway/upstream/childlaunch.h"

#include <QObject>

#include <memory>

namespace pasarela {

/// What the system knows of one child and of all that it started: a process group on Linux and macOS (on Linux
/// also what left it, strays.h), a job object on Windows. Destroying it kills what is left and leaves no zombie of its
/// leader.
class ProcessTree : public QObject {
    Q_OBJECT

public:
    using QObject::QObject;
    static std::unique_ptr<ProcessTree> make();

    /// Our ends of the child's pipes.
    struct Pipes {
        NativeHandle input = -1; ///< We write what it reads.
        NativeHandle output = -1;
        NativeHandle errors = -1;
    };
    /// Starts the leader. What goes wrong later, in the child itself, comes as failed(). Called once, from the main
    /// thread (the death signal follows the thread, prctl(2)).
    virtual Result<Pipes> start(const ChildLaunch &launch) = 0;
    virtual qint64 leader() const = 0;

    /// No process of it is left; only meaningful once the leader has exited.
    virtual bool isEmpty() = 0;
    /// Asks all of it to end; false where the platform has no way to ask.
    virtual bool terminate() = 0;
    virtual void kill() = 0;

Q_SIGNALS:
    /// The program runs.
    void started();
    /// It could not be started; nothing follows.
    void failed(const pasarela::Error &reason);
    void leaderExited(const pasarela::ChildExit &how);
};

} // namespace pasarela
