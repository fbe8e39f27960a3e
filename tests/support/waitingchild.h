// SPDX-License-Identifier: MIT
#pragma once

#include "gateway/base/processinfo.h"

#include <QCoreApplication>
#include <QProcess>

#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>

namespace pasarela::test {

/// The test's own program as a child that does nothing until its stdin ends: on every platform the same. Such a test
/// has a main() that begins with `if (WaitingChild::isThis(argc, argv)) return WaitingChild::wait(argv);`.
class WaitingChild {
public:
    enum Manner { Polite, IgnoresTerminate };
    explicit WaitingChild(Manner manner = Polite)
    {
        m_process.start(QCoreApplication::applicationFilePath(),
                        {QLatin1String(flag), QString::number(static_cast<int>(manner))});
        const bool ready = m_process.waitForStarted() && m_process.waitForReadyRead();
        Q_ASSERT(ready);
        Q_UNUSED(ready);
    }
    ~WaitingChild() { end(); }

    qint64 processId() const { return m_process.processId(); }
    qint64 startTime() const { return processStartTime(m_process.processId()); }
    bool hasEnded() const { return m_process.state() == QProcess::NotRunning; }
    /// Once it has ended; on Unix the signal that ended it, if one did.
    int exitCode() const { return m_process.exitCode(); }
    void end()
    {
        m_process.closeWriteChannel();
        m_process.waitForFinished();
    }

    static bool isThis(int argc, char **argv) { return argc > 2 && std::strcmp(argv[1], flag) == 0; }
    static int wait(char **argv)
    {
        if (std::atoi(argv[2]) == IgnoresTerminate)
            std::signal(SIGTERM, SIG_IGN);
        std::puts("ready");
        std::fflush(stdout);
        while (std::getchar() != EOF) { }
        return 0;
    }

private:
    static constexpr char flag[] = "--wait-for-end-of-stdin";
    QProcess m_process;
};

} // namespace pasarela::test
