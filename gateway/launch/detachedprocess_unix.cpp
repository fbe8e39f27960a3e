// SPDX-License-Identifier: MIT
#include "gateway/launch/detachedprocess.h"

#include "gateway/base/systemerror.h"

#include <QFile>

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <vector>

#include <fcntl.h>
#include <poll.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

namespace pasarela {

namespace {

constexpr int reportDescriptor = 3; ///< Where a failed start writes errno; closed by a start that worked.
constexpr int startDeadline = 2000; ///< Milliseconds; execve(2) from a hung network folder.

/// Strings as execve(2) takes them. Made before fork(2): afterwards nothing may be allocated.
class StringVector {
public:
    explicit StringVector(const QStringList &strings)
    {
        for (const QString &string : strings)
            m_bytes.push_back(QFile::encodeName(string));
        for (QByteArray &bytes : m_bytes)
            m_pointers.push_back(bytes.data());
        m_pointers.push_back(nullptr);
    }
    char *const *get() const { return m_pointers.data(); }

private:
    std::vector<QByteArray> m_bytes;
    std::vector<char *> m_pointers;
};

void closeFrom(int first)
{
#ifdef SYS_close_range
    if (::syscall(SYS_close_range, static_cast<unsigned>(first), ~0U, 0U) == 0)
        return;
#endif
    struct rlimit limit = {};
    const bool known = ::getrlimit(RLIMIT_NOFILE, &limit) == 0 && limit.rlim_cur != RLIM_INFINITY;
    const int end = known ? static_cast<int>(std::min<rlim_t>(limit.rlim_cur, 65536)) : 65536;
    for (int descriptor = first; descriptor < end; ++descriptor)
        ::close(descriptor);
}

// The two functions below run between fork(2) and execve(2): only what signal-safety(7) lists.

void resetSignals()
{
    for (int number = 1; number < NSIG; ++number)
        ::signal(number, SIG_DFL); // the bridge ignores SIGINT and SIGPIPE
    sigset_t none;
    ::sigemptyset(&none);
    ::sigprocmask(SIG_SETMASK, &none, nullptr);
}

[[noreturn]] void becomeProgram(const char *program, char *const *arguments, char *const *environment, int report)
{
    ::setpgid(0, 0);
    resetSignals();
    const int null = ::open("/dev/null", O_RDWR);
    const bool isReady = ::chdir("/") == 0 && null >= 0 && ::dup2(report, reportDescriptor) >= 0 && ::dup2(null, 0) >= 0
        && ::dup2(null, 1) >= 0 && ::dup2(null, 2) >= 0 && ::fcntl(reportDescriptor, F_SETFD, FD_CLOEXEC) == 0;
    if (isReady) {
        closeFrom(reportDescriptor + 1);
        ::execve(program, arguments, environment);
    }
    const int why = errno;
    const ssize_t written = ::write(reportDescriptor, &why, sizeof why);
    ::_exit(written == sizeof why ? 127 : 126);
}

/// What the start reported: 0 for a program that runs.
int reported(int report)
{
    struct pollfd state = {report, POLLIN, 0};
    int ready = 0;
    do {
        ready = ::poll(&state, 1, startDeadline);
    } while (ready < 0 && errno == EINTR);
    int why = 0;
    return ready > 0 && ::read(report, &why, sizeof why) == sizeof why ? why : 0;
}

/// A pipe whose ends lie above the descriptors that becomeProgram() overwrites.
bool openReport(int (&ends)[2])
{
    int low[2] = {-1, -1};
    if (::pipe(low) != 0)
        return false;
    for (int i = 0; i < 2; ++i) {
        ends[i] = ::fcntl(low[i], F_DUPFD_CLOEXEC, reportDescriptor + 1);
        ::close(low[i]);
    }
    return ends[0] >= 0 && ends[1] >= 0;
}

} // namespace

Result<void> startDetached(const DetachedProgram &program)
{
    const StringVector arguments(QStringList(program.program) + program.arguments);
    const StringVector environment(program.environment.toStringList());
    const QByteArray file = QFile::encodeName(program.program);
    const QString what = QStringLiteral("\"%1\" cannot be started").arg(program.program);
    int report[2] = {-1, -1};
    if (!openReport(report))
        return systemError(what, errno);

    const pid_t child = ::fork();
    if (child == 0) {
        // Twice: the second is no leader of its session, so it never gets a terminal, and init collects it.
        ::setsid();
        const pid_t second = ::fork();
        if (second == 0)
            becomeProgram(file.constData(), arguments.get(), environment.get(), report[1]);
        const int why = errno;
        const bool failed = second < 0 && ::write(report[1], &why, sizeof why) == sizeof why;
        ::_exit(failed ? 1 : 0);
    }
    const int forkError = errno;
    ::close(report[1]);
    int why = forkError;
    if (child > 0) {
        int status = 0;
        while (::waitpid(child, &status, 0) < 0 && errno == EINTR) { }
        why = reported(report[0]);
    }
    ::close(report[0]);
    return why ? Result<void>(systemError(what, why)) : Result<void>();
}

} // namespace pasarela
