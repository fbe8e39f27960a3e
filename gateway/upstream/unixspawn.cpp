// SPDX-License-Identifier: MIT
#include "gateway/upstream/unixspawn.h"

#include "gateway/base/systemerror.h"
#include "gateway/upstream/forkedchild.h"

#include <QFile>

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <utility>
#include <vector>

#include <fcntl.h>
#include <unistd.h>

namespace pasarela {

namespace {

constexpr int firstClosed = 3;
constexpr int mostDescriptors = 65536; ///< Looked at one by one, where the system cannot mark a range.

/// A descriptor that is closed with its owner.
class Descriptor {
public:
    Descriptor() = default;
    ~Descriptor() { reset(); }
    Descriptor(const Descriptor &) = delete;
    Descriptor &operator=(const Descriptor &) = delete;

    void reset(int fd = -1)
    {
        if (m_fd >= 0)
            ::close(m_fd);
        m_fd = fd;
    }
    int get() const { return m_fd; }
    int release() { return std::exchange(m_fd, -1); }

private:
    int m_fd = -1;
};

struct Pipe {
    Descriptor read;
    Descriptor write;

    /// Both ends close-on-exec and above the three standard descriptors, which a daemon may have closed.
    bool open()
    {
        std::array<int, 2> ends{};
        if (!forkedchild::openPipe(ends))
            return false;
        read.reset(ends[0]);
        write.reset(ends[1]);
        return raise(read) && raise(write);
    }

private:
    static bool raise(Descriptor &end)
    {
        const int raised = ::fcntl(end.get(), F_DUPFD_CLOEXEC, firstClosed);
        end.reset(raised);
        return raised >= 0;
    }
};

/// Strings as exec wants them.
class StringArray {
public:
    void append(QByteArray text) { m_texts.push_back(std::move(text)); }
    char *const *data()
    {
        m_pointers.clear();
        for (QByteArray &text : m_texts)
            m_pointers.push_back(text.data());
        m_pointers.push_back(nullptr);
        return m_pointers.data();
    }
    bool hasNul() const
    {
        return std::any_of(m_texts.begin(), m_texts.end(), [](const QByteArray &text) { return text.contains('\0'); });
    }

private:
    std::vector<QByteArray> m_texts;
    std::vector<char *> m_pointers;
};

/// All that the child needs between fork and exec, made before: there only async-signal-safe calls are allowed
/// (signal-safety(7)).
struct ChildPlan {
    const char *program;
    const char *folder;
    char *const *arguments;
    char *const *environment;
    int input;
    int output;
    int errors;
    int report;
    int descriptorLimit;
    pid_t parent;
    bool noNewPrivileges;
    std::optional<quint64> messageQueueLimit;
};

void closeOnExecFrom3(int limit)
{
    if (forkedchild::markCloseOnExecFrom(firstClosed))
        return;
    for (int fd = firstClosed; fd < limit; ++fd)
        ::fcntl(fd, F_SETFD, FD_CLOEXEC);
}

void resetSignals()
{
    struct sigaction standard = {};
    standard.sa_handler = SIG_DFL;
    for (int number = 1; number < NSIG; ++number)
        ::sigaction(number, &standard, nullptr);
    sigset_t none;
    ::sigemptyset(&none);
    ::sigprocmask(SIG_SETMASK, &none, nullptr);
}

[[noreturn]] void giveUp(int report, SpawnFailure::Stage stage)
{
    const SpawnFailure failure{stage, errno};
    [[maybe_unused]] const ssize_t written = ::write(report, &failure, sizeof(failure));
    ::_exit(127);
}

[[noreturn]] void becomeProgram(const ChildPlan &plan)
{
    using Stage = SpawnFailure::Stage;
    // A session of its own is also a group of its own, and has no terminal to wait for an answer on.
    if (::setsid() < 0)
        giveUp(plan.report, Stage::Session);
    if (!forkedchild::restrain(plan.parent, plan.noNewPrivileges, plan.messageQueueLimit))
        giveUp(plan.report, Stage::Session);
    if (::dup2(plan.input, STDIN_FILENO) < 0 || ::dup2(plan.output, STDOUT_FILENO) < 0
        || ::dup2(plan.errors, STDERR_FILENO) < 0)
        giveUp(plan.report, Stage::Streams);
    closeOnExecFrom3(plan.descriptorLimit);
    if (plan.folder && ::chdir(plan.folder) != 0)
        giveUp(plan.report, Stage::Folder);
    resetSignals();
    ::execve(plan.program, plan.arguments, plan.environment);
    giveUp(plan.report, Stage::Program);
}

/// Forks with all signals blocked: a handler of the gateway must not run in the child.
pid_t forkQuietly(const ChildPlan &plan)
{
    sigset_t all;
    sigset_t before;
    ::sigfillset(&all);
    ::pthread_sigmask(SIG_SETMASK, &all, &before);
    const pid_t pid = ::fork();
    if (pid == 0)
        becomeProgram(plan);
    const int code = errno;
    ::pthread_sigmask(SIG_SETMASK, &before, nullptr);
    errno = code;
    return pid;
}

Error startFailed(const ChildLaunch &launch, int code)
{
    return systemError(QStringLiteral("The program \"%1\" could not be started").arg(launch.name), code);
}

} // namespace

Error SpawnFailure::toError(const ChildLaunch &launch) const
{
    if (stage == Stage::Folder)
        return systemError(
            QStringLiteral("The program \"%1\" could not be started, because its folder %2 cannot be entered")
                .arg(launch.name, launch.workingDirectory),
            code);
    if (stage != Stage::Program)
        return startFailed(launch, code);
    switch (code) {
    case ENOENT: // also a script whose interpreter is not there
        return {Error::Code::NotFound,
                QStringLiteral("The program \"%1\" could not be started: %2, or the interpreter that it names, was not "
                               "found. Install it, or correct the command.")
                    .arg(launch.name, launch.program)};
    case EACCES:
    case EPERM:
        return {
            Error::Code::PermissionDenied,
            QStringLiteral("The program \"%1\" could not be started: %2 may not be executed. Allow it (chmod +x), or "
                           "correct the command.")
                .arg(launch.name, launch.program)};
    case ENOEXEC:
        return {Error::Code::InvalidInput,
                QStringLiteral("The program \"%1\" could not be started: %2 is no program for this computer. A script "
                               "needs a first line that names its interpreter.")
                    .arg(launch.name, launch.program)};
    default:
        return startFailed(launch, code);
    }
}

Result<SpawnedChild> spawn(const ChildLaunch &launch)
{
    StringArray arguments;
    arguments.append(QFile::encodeName(launch.program));
    for (const QString &argument : launch.arguments)
        arguments.append(argument.toUtf8());
    StringArray environment;
    for (auto it = launch.environment.begin(); it != launch.environment.end(); ++it)
        environment.append(it.key().toUtf8() + '=' + it.value().toUtf8());
    const QByteArray program = QFile::encodeName(launch.program);
    const QByteArray folder = QFile::encodeName(launch.workingDirectory);
    if (arguments.hasNul() || environment.hasNul())
        return Error{Error::Code::InvalidInput,
                     QStringLiteral("The program \"%1\" is not started, because an argument or variable holds a NUL "
                                    "character. Remove it.")
                         .arg(launch.name)};

    Pipe input;
    Pipe output;
    Pipe errors;
    Pipe report;
    if (!input.open() || !output.open() || !errors.open() || !report.open())
        return startFailed(launch, errno);

    const ChildPlan plan{program.constData(),
                         folder.isEmpty() ? nullptr : folder.constData(),
                         arguments.data(),
                         environment.data(),
                         input.read.get(),
                         output.write.get(),
                         errors.write.get(),
                         report.write.get(),
                         static_cast<int>(std::min<long>(::sysconf(_SC_OPEN_MAX), mostDescriptors)),
                         ::getpid(),
                         !launch.allowSetuid,
                         launch.messageQueueLimit};
    const pid_t pid = forkQuietly(plan);
    if (pid < 0)
        return startFailed(launch, errno);
    return SpawnedChild{pid, input.write.release(), output.read.release(), errors.read.release(),
                        report.read.release()};
}

} // namespace pasarela
