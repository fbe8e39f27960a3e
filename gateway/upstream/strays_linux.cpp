// SPDX-License-Identifier: MIT
#include "gateway/upstream/strays.h"

#include "gateway/base/processinfo.h"

#include <QFile>

#include <algorithm>
#include <chrono>
#include <csignal>
#include <thread>

#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

namespace pasarela::strays {

namespace {

constexpr Mark marks = 65536; ///< So many sessions do not live at once; then they begin anew.
constexpr Mark sparedMark = marks;
constexpr rlim_t usualLimit = 819200; ///< Bytes in message queues (mq_overview(7)), where there is no limit.
constexpr int endRounds = 200; ///< Children of what was killed become ours, and are killed in the next round.
constexpr std::chrono::milliseconds endPause{5};

/// What children have of the limit without a mark; a mark is how much less they have.
rlim_t unmarkedLimit()
{
    rlimit own{};
    if (::getrlimit(RLIMIT_MSGQUEUE, &own) != 0)
        return 0;
    return own.rlim_cur == RLIM_INFINITY ? usualLimit : own.rlim_cur;
}

QByteArray processFile(qint64 processId, const char *name)
{
    QFile file(QStringLiteral("/proc/%1/%2").arg(processId).arg(QLatin1String(name)));
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

/// noMark where the process bears none or has ended.
Mark markOf(qint64 processId)
{
    rlimit limit{};
    const rlim_t unmarked = unmarkedLimit();
    if (::prlimit(static_cast<pid_t>(processId), RLIMIT_MSGQUEUE, nullptr, &limit) != 0 || limit.rlim_cur >= unmarked)
        return noMark;
    return unmarked - limit.rlim_cur;
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

Mark mark(ChildLaunch &launch)
{
    static Mark last = noMark;
    int adopts = 0;
    const rlim_t unmarked = unmarkedLimit();
    if (::prctl(PR_GET_CHILD_SUBREAPER, &adopts, 0, 0, 0) != 0 || adopts == 0 || unmarked < marks)
        return noMark;
    last = last + 1 < marks ? last + 1 : 1;
    const Mark mark = launch.sparesStrays ? sparedMark : last;
    launch.messageQueueLimit = unmarked - mark;
    return launch.sparesStrays ? noMark : mark;
}

std::vector<ProcessMark> marked(Mark mark)
{
    return ownChildren([mark](qint64 child) { return markOf(child) == mark; });
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
