// SPDX-License-Identifier: MIT
#pragma once

#include "gateway/base/processinfo.h"

#include <QCoreApplication>
#include <QProcess>

#include <cstdio>
#include <cstring>

namespace pasarela::test {

/// The test's own program as a child that does nothing until its stdin ends: on every platform the same. Such a test
/// has a main() that begins with `if (WaitingChild::isThis(argc, argv)) return WaitingChild::wait();`.
class WaitingChild {
public:
    WaitingChild()
    {
        m_process.start(QCoreApplication::applicationFilePath(), {QLatin1String(flag)});
        const bool ready = m_process.waitForStarted() && m_process.waitForReadyRead();
        Q_ASSERT(ready);
        Q_UNUSED(ready);
    }
    ~WaitingChild() { end(); }

    qint64 processId() const { return m_process.processId(); }
    qint64 startTime() const { return processStartTime(m_process.processId()); }
    bool hasEnded() const { return m_process.state() == QProcess::NotRunning; }
    void end()
    {
        m_process.closeWriteChannel();
        m_process.waitForFinished();
    }

    static bool isThis(int argc, char **argv) { return argc > 1 && std::strcmp(argv[1], flag) == 0; }
    static int wait()
    {
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
