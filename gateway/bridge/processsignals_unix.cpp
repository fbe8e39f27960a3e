// SPDX-License-Identifier: MIT
#include "gateway/bridge/processsignals.h"

#include <QSocketNotifier>

#include <array>
#include <cerrno>

#include <csignal>
#include <fcntl.h>
#include <unistd.h>

namespace pasarela {

namespace {

// A handler can reach nothing else.
std::array<int, 2> wakeUp = {-1, -1};

void onEnd(int)
{
    const int saved = errno;
    const char byte = 0;
    [[maybe_unused]] const ssize_t written = ::write(wakeUp[1], &byte, 1);
    errno = saved;
}

/// Not SIG_IGN, which a started program would inherit.
void onIgnored(int)
{
}

void handle(int signal, void (*handler)(int))
{
    struct sigaction action = {};
    action.sa_handler = handler;
    action.sa_flags = SA_RESTART;
    ::sigaction(signal, &action, nullptr);
}

} // namespace

struct ProcessSignals::Private {
    QSocketNotifier notifier{QSocketNotifier::Read};
};

ProcessSignals::ProcessSignals(QObject *parent)
    : QObject(parent)
    , d(std::make_unique<Private>())
{
    Q_ASSERT(wakeUp[0] < 0);
    if (::pipe(wakeUp.data()) == 0) {
        for (const int end : wakeUp) {
            ::fcntl(end, F_SETFD, FD_CLOEXEC);
            ::fcntl(end, F_SETFL, O_NONBLOCK);
        }
        d->notifier.setSocket(wakeUp[0]);
        d->notifier.setEnabled(true);
        connect(&d->notifier, &QSocketNotifier::activated, this, [this] {
            d->notifier.setEnabled(false);
            Q_EMIT endRequested();
        });
        handle(SIGTERM, onEnd);
        handle(SIGHUP, onEnd);
    }
    handle(SIGINT, onIgnored);
    handle(SIGPIPE, onIgnored);
}

ProcessSignals::~ProcessSignals()
{
    for (const int signal : {SIGTERM, SIGHUP, SIGINT, SIGPIPE})
        handle(signal, SIG_DFL);
    d.reset();
    for (int &end : wakeUp) {
        if (end >= 0)
            ::close(end);
        end = -1;
    }
}

} // namespace pasarela
