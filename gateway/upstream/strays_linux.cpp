// SPDX-License-Identifier: MIT
#include "gateway/upstream/strays.h"

#include "gateway/base/processinfo.h"

#include <QFile>
#include <QRandomGenerator>

#include <algorithm>
#include <chrono>
#include <csignal>
#include <thread>

#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

namespace pasarela::strays {

namespace {

constexpr char variable[] = "PASARELA_CHILD";
constexpr char sparedMark[] = "spared";
constexpr int endRounds = 200; ///< Children of what was killed become ours, and are killed in the next round.
constexpr std::chrono::milliseconds endPause{5};

QByteArray processFile(qint64 processId, const char *name)
{
    QFile file(QStringLiteral("/proc/%1/%2").arg(processId).arg(QLatin1String(name)));
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

/// Empty where the process bears none, has ended, or does not let itself be read.
QByteArray markOf(qint64 processId)
{
    const QByteArray start = QByteArray(variable) + '=';
    for (const QByteArray &entry : processFile(processId, "environ").split('\0')) {
        if (entry.startsWith(start))
            return entry.mid(start.size());
    }
    return {};
}

bool hasEnded(qint64 processId)
{
    const QByteArray status = processFile(processId, "stat");
    return status.mid(status.lastIndexOf(')') + 2).startsWith('Z'); // proc(5): the name may hold anything
}

bool isOurChild(const ProcessMark &process)
{
    return process.processId > 1 && parentProcess(process.processId) == ::getpid()
        && processStartTime(process.processId) == process.startTime;
}

template<typename Wanted> std::vector<ProcessMark> ownChildren(Wanted isWanted)
{
    std::vector<ProcessMark> found;
    for (const qint64 child : childrenOf(::getpid())) {
        if (isWanted(child))
            found.push_back({child, processStartTime(child)});
    }
    return found;
}

} // namespace

bool adopt()
{
    return ::prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0) == 0;
}

QByteArray mark(ChildLaunch &launch)
{
    int adopts = 0;
    if (::prctl(PR_GET_CHILD_SUBREAPER, &adopts, 0, 0, 0) != 0 || adopts == 0)
        return {};
    QByteArray value = sparedMark;
    if (!launch.sparesStrays)
        value = QByteArray::number(QRandomGenerator::global()->generate64(), 36);
    launch.environment.insert(QLatin1String(variable), QLatin1String(value));
    return launch.sparesStrays ? QByteArray() : value;
}

std::vector<ProcessMark> marked(const QByteArray &mark)
{
    return ownChildren([&mark](qint64 child) { return markOf(child) == mark; });
}

std::vector<ProcessMark> ended()
{
    return ownChildren(hasEnded);
}

void signal(const ProcessMark &stray, int number)
{
    if (isOurChild(stray))
        ::kill(static_cast<pid_t>(stray.processId), number);
}

bool reap(const ProcessMark &stray)
{
    return !isOurChild(stray) || ::waitpid(static_cast<pid_t>(stray.processId), nullptr, WNOHANG) != 0;
}

void endAll()
{
    const auto isOurs = [](qint64 child) { return markOf(child) != sparedMark; };
    for (int round = 0; round < endRounds; ++round) {
        const std::vector<ProcessMark> left = ownChildren(isOurs);
        if (left.empty())
            return;
        for (const ProcessMark &stray : left) {
            signal(stray, SIGKILL);
            reap(stray);
        }
        std::this_thread::sleep_for(endPause);
    }
}

} // namespace pasarela::strays
