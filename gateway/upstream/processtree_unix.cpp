// SPDX-License-Identifier: MIT
#include "gateway/upstream/processtree.h"

#include "gateway/upstream/exitwatch.h"
#include "gateway/upstream/strays.h"
#include "gateway/upstream/unixspawn.h"

#include <QCoreApplication>
#include <QPointer>
#include <QSocketNotifier>
#include <QThread>
#include <QTimer>

#include <algorithm>
#include <array>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <optional>
#include <thread>
#include <vector>

#include <sys/wait.h>
#include <unistd.h>

namespace pasarela {

namespace {

constexpr int reapTries = 200;
constexpr std::chrono::milliseconds reapPause{1};
constexpr std::chrono::milliseconds retryInterval{50};

ChildExit exitOf(int status)
{
    if (WIFSIGNALED(status))
        return {0, WTERMSIG(status)};
    return {WEXITSTATUS(status), 0};
}

class UnixProcessTree final : public ProcessTree {
public:
    ~UnixProcessTree() override;

    Result<Pipes> start(const ChildLaunch &launch) override;
    qint64 leader() const override { return m_pid; }
    bool isEmpty() override;
    bool terminate() override;
    void kill() override;

private:
    void onReport();
    void onMayHaveEnded();
    bool reap();
    void reapSoon();
    bool isGroupEmpty();
    void signalGroup(int number);
    void findStrays();
    void reapStrays();
    void signalStrays(int number);
    void closeReport();

    ChildLaunch m_launch;
    pid_t m_pid = 0;
    int m_report = -1;
    std::optional<ChildExit> m_exit; ///< Set: the leader was reaped, and its pid may be another's.
    bool m_empty = true; ///< The group is.
    strays::Mark m_mark = strays::noMark; ///< Of what leaves the group; none: that is not looked for.
    std::vector<ProcessMark> m_strays; ///< Seen so far and not yet reaped.
    bool m_killed = false;
    std::unique_ptr<QSocketNotifier> m_reportNotifier;
    std::unique_ptr<ExitWatch> m_watch;
};

UnixProcessTree::~UnixProcessTree()
{
    closeReport();
    if (isEmpty())
        return;
    kill();
    reapSoon(); // one that hangs in the kernel is left to init
    reapStrays();
}

Result<ProcessTree::Pipes> UnixProcessTree::start(const ChildLaunch &launch)
{
    Q_ASSERT(m_pid == 0);
    Q_ASSERT(QThread::currentThread() == QCoreApplication::instance()->thread());
    m_launch = launch;
    m_mark = strays::mark(m_launch);
    const Result<SpawnedChild> child = spawn(m_launch);
    m_launch.environment.clear(); // it has secrets
    if (!child)
        return child.error();
    m_pid = child->pid;
    m_report = child->report;
    m_empty = false;
    m_reportNotifier = std::make_unique<QSocketNotifier>(m_report, QSocketNotifier::Read);
    connect(m_reportNotifier.get(), &QSocketNotifier::activated, this, &UnixProcessTree::onReport);
    m_watch = ExitWatch::make(m_pid, [this] {
        QMetaObject::invokeMethod(
            this, [this] { onMayHaveEnded(); }, Qt::QueuedConnection);
    });
    return Pipes{child->input, child->output, child->errors};
}

void UnixProcessTree::onReport()
{
    SpawnFailure failure;
    ssize_t count = 0;
    do {
        count = ::read(m_report, &failure, sizeof(failure));
    } while (count < 0 && errno == EINTR);
    closeReport();
    if (count != static_cast<ssize_t>(sizeof(failure))) {
        Q_EMIT started();
        return;
    }
    reapSoon(); // it is past its _exit()
    m_empty = true;
    Q_EMIT failed(failure.toError(m_launch));
}

void UnixProcessTree::onMayHaveEnded()
{
    if (m_exit)
        return;
    if (!reap()) {
        QTimer::singleShot(retryInterval, this, [this] { onMayHaveEnded(); });
        return;
    }
    const QPointer<UnixProcessTree> alive(this);
    if (m_report >= 0)
        onReport();
    if (alive && !m_empty)
        Q_EMIT leaderExited(*m_exit);
}

/// Only ever our own leader: a wait for any child would take the exits of others (QProcess) away.
bool UnixProcessTree::reap()
{
    if (m_exit)
        return true;
    int status = 0;
    const pid_t pid = ::waitpid(m_pid, &status, WNOHANG);
    if (pid == m_pid)
        m_exit = exitOf(status);
    else if (pid < 0 && errno == ECHILD)
        m_exit =
            ChildExit{}; // SIGCHLD was ignored when we were started: the kernel reaps, and nobody knows how it ended
    return m_exit.has_value();
}

void UnixProcessTree::reapSoon()
{
    for (int i = 0; i < reapTries && !reap(); ++i)
        std::this_thread::sleep_for(reapPause);
}

bool UnixProcessTree::isEmpty()
{
    if (!isGroupEmpty())
        return false;
    findStrays();
    if (m_killed)
        signalStrays(SIGKILL); // what those started that were killed before is ours only now
    reapStrays();
    return m_strays.empty();
}

bool UnixProcessTree::isGroupEmpty()
{
    if (m_empty || !m_exit)
        return m_empty;
    // Orphans of the group are ours where this process is a subreaper (prctl(2)).
    while (::waitpid(-m_pid, nullptr, WNOHANG) > 0) { }
    // The kernel keeps a number from being used again as long as a group has it.
    m_empty = ::kill(-m_pid, 0) != 0 && errno == ESRCH;
    return m_empty;
}

bool UnixProcessTree::terminate()
{
    findStrays();
    for (const int number : {SIGTERM, SIGCONT}) { // a stopped process sees no SIGTERM
        signalGroup(number);
        signalStrays(number);
    }
    return true;
}

void UnixProcessTree::kill()
{
    m_killed = true;
    findStrays();
    signalGroup(SIGKILL);
    signalStrays(SIGKILL);
}

void UnixProcessTree::signalGroup(int number)
{
    if (isGroupEmpty())
        return;
    // Until it has made its group, the leader is still in ours.
    if (::kill(-m_pid, number) != 0 && !m_exit)
        ::kill(m_pid, number);
}

/// Our own leader bears the mark as well, and so do orphans of the group, which go with it.
void UnixProcessTree::findStrays()
{
    if (m_mark == strays::noMark)
        return;
    for (const ProcessMark &found : strays::marked(m_mark)) {
        const bool inGroup =
            !m_empty && (found.processId == m_pid || ::getpgid(static_cast<pid_t>(found.processId)) == m_pid);
        if (!inGroup && std::find(m_strays.begin(), m_strays.end(), found) == m_strays.end())
            m_strays.push_back(found);
    }
}

void UnixProcessTree::reapStrays()
{
    std::erase_if(m_strays, strays::reap);
}

void UnixProcessTree::signalStrays(int number)
{
    for (const ProcessMark &stray : m_strays)
        strays::signal(stray, number);
}

void UnixProcessTree::closeReport()
{
    if (m_report < 0)
        return;
    m_reportNotifier->setEnabled(false);
    m_reportNotifier.release()->deleteLater(); // it may be the one that called
    ::close(m_report);
    m_report = -1;
}

} // namespace

std::unique_ptr<ProcessTree> ProcessTree::make()
{
    return std::make_unique<UnixProcessTree>();
}

} // namespace pasarela
