// SPDX-License-Identifier: MIT
#include "gateway/launch/commandoutput.h"

#include <QDeadlineTimer>
#include <QFile>

#include <array>
#include <cerrno>
#include <csignal>
#include <vector>

#include <fcntl.h>
#include <poll.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

namespace pasarela {

namespace {

constexpr qsizetype largestOutput = 256 * 1024;

/// Strings as posix_spawn(3) takes them.
std::vector<char *> pointersTo(QByteArrayList &strings)
{
    std::vector<char *> pointers;
    for (QByteArray &string : strings)
        pointers.push_back(string.data());
    pointers.push_back(nullptr);
    return pointers;
}

QByteArrayList encoded(const QStringList &strings)
{
    QByteArrayList bytes;
    for (const QString &string : strings)
        bytes.append(QFile::encodeName(string));
    return bytes;
}

/// The process, with its stdout in `output`; -1 where it could not be started.
pid_t spawn(const QStringList &command, const QProcessEnvironment &environment, int output)
{
    posix_spawn_file_actions_t actions;
    posix_spawnattr_t attributes;
    ::posix_spawn_file_actions_init(&actions);
    ::posix_spawnattr_init(&attributes);
    ::posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
    ::posix_spawn_file_actions_adddup2(&actions, output, STDOUT_FILENO);
    ::posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, "/dev/null", O_WRONLY, 0);
    ::posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETPGROUP); // killed with what it started
    QByteArrayList arguments = encoded(command);
    QByteArrayList variables = encoded(environment.toStringList());
    pid_t process = -1;
    const int failed = ::posix_spawn(&process, arguments.first().constData(), &actions, &attributes,
                                     pointersTo(arguments).data(), pointersTo(variables).data());
    ::posix_spawn_file_actions_destroy(&actions);
    ::posix_spawnattr_destroy(&attributes);
    return failed ? -1 : process;
}

/// All of `output` up to its end; nothing at the deadline or over the limit.
std::optional<QByteArray> readToEnd(int output, const QDeadlineTimer &deadline)
{
    QByteArray bytes;
    std::array<char, 16 * 1024> buffer;
    while (bytes.size() <= largestOutput && !deadline.hasExpired()) {
        struct pollfd state = {output, POLLIN, 0};
        const int ready = ::poll(&state, 1, static_cast<int>(deadline.remainingTime()));
        if (ready < 0 && errno == EINTR)
            continue;
        if (ready <= 0)
            return std::nullopt;
        const ssize_t count = ::read(output, buffer.data(), buffer.size());
        if (count == 0)
            return bytes;
        if (count < 0)
            return std::nullopt;
        bytes.append(buffer.data(), count);
    }
    return std::nullopt;
}

} // namespace

std::optional<QByteArray> commandOutput(const QString &program, const QStringList &arguments,
                                        const QProcessEnvironment &environment, std::chrono::milliseconds deadline)
{
    int ends[2] = {-1, -1};
    if (::pipe(ends) != 0)
        return std::nullopt;
    for (const int end : ends)
        ::fcntl(end, F_SETFD, FD_CLOEXEC);
    const pid_t process = spawn(QStringList(program) + arguments, environment, ends[1]);
    ::close(ends[1]);
    std::optional<QByteArray> output;
    if (process > 0) {
        output = readToEnd(ends[0], QDeadlineTimer(deadline));
        ::kill(-process, SIGKILL); // done or late: nothing of it stays
        int status = 0;
        while (::waitpid(process, &status, 0) < 0 && errno == EINTR) { }
    }
    ::close(ends[0]);
    return output;
}

} // namespace pasarela
