// SPDX-License-Identifier: MIT
#include "tests/support/runningprocess.h"

#include <QFile>

#include <csignal>

#ifdef Q_OS_LINUX
#include <sys/prctl.h>
#endif

namespace pasarela::test {

bool isRunning(qint64 processId)
{
    if (processId <= 0 || ::kill(static_cast<pid_t>(processId), 0) != 0)
        return false;
    QFile stat(QStringLiteral("/proc/%1/stat").arg(processId));
    if (!stat.open(QIODevice::ReadOnly))
        return !QFile::exists(QStringLiteral("/proc/self"));
    const QByteArray line = stat.readAll();
    const char state = line.mid(line.lastIndexOf(')') + 2, 1).at(0); // proc(5): the name may hold anything
    return state != 'Z' && state != 'X';
}

qint64 peakMemory(qint64 processId)
{
    QFile status(QStringLiteral("/proc/%1/status").arg(processId));
    if (!status.open(QIODevice::ReadOnly))
        return 0;
    for (const QByteArray &line : status.readAll().split('\n')) {
        if (line.startsWith("VmHWM:"))
            return line.simplified().split(' ').at(1).toLongLong() * 1024;
    }
    return 0;
}

bool isWine()
{
    return false;
}

void adoptOrphans()
{
#ifdef Q_OS_LINUX
    ::prctl(PR_SET_CHILD_SUBREAPER, 1);
#endif
}

} // namespace pasarela::test
