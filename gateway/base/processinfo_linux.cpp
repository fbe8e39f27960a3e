// SPDX-License-Identifier: MIT
#include "gateway/base/processinfo.h"

#include <QByteArray>
#include <QFile>
#include <QList>
#include <QString>

#include <unistd.h>

namespace pasarela {

namespace {

QByteArray processFile(qint64 processId, const char *name)
{
    QFile file(QStringLiteral("/proc/%1/%2").arg(processId).arg(QLatin1String(name)));
    return processId > 0 && file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

/// Field `number` of /proc/PID/stat, counted from 1 as in proc(5). The second is the name in brackets and may hold
/// anything.
qint64 statusField(qint64 processId, qsizetype number)
{
    const QByteArray status = processFile(processId, "stat");
    const qsizetype nameEnd = status.lastIndexOf(')');
    if (nameEnd < 0)
        return 0;
    return status.mid(nameEnd + 2).split(' ').value(number - 3).toLongLong();
}

} // namespace

qint64 residentBytes(qint64 processId)
{
    return processFile(processId, "statm").split(' ').value(1).toLongLong() * ::sysconf(_SC_PAGESIZE);
}

qint64 processStartTime(qint64 processId)
{
    return statusField(processId, 22);
}

qint64 parentProcess(qint64 processId)
{
    return statusField(processId, 4);
}

} // namespace pasarela
