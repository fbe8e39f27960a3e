// SPDX-License-Identifier: MIT
#include "tests/support/fakegateway.h"

#include <csignal>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

namespace pasarela::test {

QByteArray platformReport()
{
    const auto number = [](const char *key, qint64 value) {
        return QByteArray(key) + ':' + QByteArray::number(value) + '\n';
    };
    QByteArray report = number("session", ::getsid(0)) + number("group", ::getpgid(0)) + number("parent", ::getppid());
    QByteArrayList open;
    for (int descriptor = 0; descriptor < 1024; ++descriptor) {
        if (::fcntl(descriptor, F_GETFD) >= 0)
            open.append(QByteArray::number(descriptor));
    }
    report += "descriptors:" + open.join(' ') + '\n';
    struct stat null = {};
    ::stat("/dev/null", &null);
    bool allNull = true;
    for (int descriptor = 0; descriptor <= 2; ++descriptor) {
        struct stat status = {};
        allNull = allNull && ::fstat(descriptor, &status) == 0 && status.st_rdev == null.st_rdev;
    }
    report += number("standardIsNull", allNull);
    QByteArrayList ignored;
    for (const int signal : {SIGINT, SIGPIPE, SIGTERM, SIGHUP}) {
        struct sigaction action = {};
        ::sigaction(signal, nullptr, &action);
        if (action.sa_handler == SIG_IGN)
            ignored.append(QByteArray::number(signal));
    }
    report += "ignored:" + ignored.join(' ') + '\n';
    sigset_t blocked;
    ::sigprocmask(SIG_SETMASK, nullptr, &blocked);
    report += number("termIsBlocked", ::sigismember(&blocked, SIGTERM));
    return report;
}

} // namespace pasarela::test
