// SPDX-License-Identifier: MIT
#include "tests/fakemcpserver/processfaults.h"

#include <QCoreApplication>
#include <QFile>

#include <array>
#include <csignal>

#include <sys/wait.h>
#include <unistd.h>

namespace pasarela::test {

void useBinaryStreams()
{
}

void ignoreTermination()
{
    std::signal(SIGTERM, SIG_IGN);
}

qint64 spawnStray()
{
    const QByteArray self = QFile::encodeName(QCoreApplication::applicationFilePath());
    std::array<int, 2> ends{};
    if (::pipe(ends.data()) != 0)
        return 0;
    const pid_t first = ::fork();
    if (first == 0) {
        ::setsid();
        const pid_t second = ::fork();
        if (second == 0) {
            std::signal(SIGTERM, SIG_IGN); // exec keeps it
            for (int fd = 0; fd < 64; ++fd)
                ::close(fd);
            ::execl(self.constData(), self.constData(), "--idle", static_cast<char *>(nullptr));
            ::_exit(127);
        }
        const ssize_t written = ::write(ends[1], &second, sizeof(second));
        ::_exit(written > 0 ? 0 : 1);
    }
    pid_t stray = 0;
    if (::read(ends[0], &stray, sizeof(stray)) <= 0)
        stray = 0;
    ::waitpid(first, nullptr, 0);
    ::close(ends[0]);
    ::close(ends[1]);
    return stray;
}

} // namespace pasarela::test
