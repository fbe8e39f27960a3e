// SPDX-License-Identifier: MIT
#include "gateway/upstream/processgroup.h"

#include "gateway/base/processinfo.h"

#include <QDir>
#include <QFile>

#include <unistd.h>

namespace pasarela {

namespace {

constexpr size_t mostMembers = 256;

QByteArray content(const QString &path)
{
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

} // namespace

/// Of all its threads: each has a list of its own (proc(5), /proc/pid/task/tid/children).
std::vector<qint64> childrenOf(qint64 processId)
{
    std::vector<qint64> children;
    const QString tasks = QStringLiteral("/proc/%1/task").arg(processId);
    const QStringList threads = QDir(tasks).entryList(QDir::Dirs | QDir::NoDotAndDotDot);
    for (const QString &thread : threads) {
        const QList<QByteArray> ids =
            content(tasks + u'/' + thread + QStringLiteral("/children")).simplified().split(' ');
        for (const QByteArray &id : ids) {
            if (const qint64 child = id.toLongLong(); child > 0)
                children.push_back(child);
        }
    }
    return children;
}

std::vector<ProcessMark> groupMembers(qint64 leader)
{
    std::vector<ProcessMark> members;
    std::vector<qint64> toVisit{leader};
    while (!toVisit.empty() && members.size() < mostMembers) {
        const qint64 id = toVisit.back();
        toVisit.pop_back();
        const qint64 start = processStartTime(id);
        // Just after fork the leader is not yet in the group that it makes.
        if (start != 0 && (id == leader || ::getpgid(static_cast<pid_t>(id)) == leader))
            members.push_back({id, start});
        const std::vector<qint64> children = childrenOf(id);
        toVisit.insert(toVisit.end(), children.begin(), children.end());
    }
    return members;
}

QByteArray bootId()
{
    return content(QStringLiteral("/proc/sys/kernel/random/boot_id")).trimmed();
}

} // namespace pasarela
