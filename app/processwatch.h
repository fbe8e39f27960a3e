// SPDX-License-Identifier: MIT
#pragma once

#include "gateway/launch/processcontrol.h"

#include <QObject>

#include <memory>

namespace pasarela {

/// Tells when a process that is not our child has ended (decisions.md, *Adoption*): by an event of the system, without
/// polling where the system allows it.
class ProcessWatch : public QObject {
    Q_OBJECT

public:
    /// Watches from now on. A process that has ended already, or whose start time does not match, is reported too.
    explicit ProcessWatch(const ProcessIdentity &process, QObject *parent = nullptr);
    ~ProcessWatch() override;

    const ProcessIdentity &process() const { return m_process; }
    bool hasEnded() const { return m_ended; }

    /// As terminateProcess() and killProcess(): they reach this process or none.
    Result<void> terminate() { return terminateProcess(m_process); }
    Result<void> kill() { return killProcess(m_process); }

Q_SIGNALS:
    /// Once, from the event loop, never before the constructor returned.
    void ended();

private:
    void end();
    void stop();

    struct Handle;
    ProcessIdentity m_process;
    std::unique_ptr<Handle> m_handle;
    bool m_ended = false;
};

} // namespace pasarela
