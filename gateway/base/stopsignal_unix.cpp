// SPDX-License-Identifier: MIT
#include "gateway/base/stopsignal.h"

#include <QSocketNotifier>

#include <array>
#include <atomic>
#include <csignal>
#include <fcntl.h>
#include <sys/socket.h>
#include <unistd.h>

namespace pasarela {

namespace {

constexpr std::array stopSignals = {SIGTERM, SIGINT, SIGHUP};

// A handler can reach nothing but globals (signal-safety(7)); it writes one byte to wake the event loop.
std::atomic<int> wakeDescriptor{-1};

void onSignal(int)
{
    const int saved = errno;
    const char byte = 1;
    [[maybe_unused]] const auto written = ::write(wakeDescriptor.load(), &byte, 1);
    errno = saved;
}

} // namespace

struct StopSignal::Private {
    std::array<int, 2> descriptors{-1, -1};
    std::unique_ptr<QSocketNotifier> notifier;
    std::array<struct sigaction, stopSignals.size()> before{};
};

StopSignal::StopSignal(QObject *parent)
    : QObject(parent)
    , d(std::make_unique<Private>())
{
    if (::socketpair(AF_UNIX, SOCK_STREAM, 0, d->descriptors.data()) != 0)
        return; // the default actions stay: the process ends at once
    for (const int descriptor : d->descriptors) {
        ::fcntl(descriptor, F_SETFD, FD_CLOEXEC);
        ::fcntl(descriptor, F_SETFL, O_NONBLOCK);
    }
    wakeDescriptor = d->descriptors[0];
    d->notifier = std::make_unique<QSocketNotifier>(d->descriptors[1], QSocketNotifier::Read);
    connect(d->notifier.get(), &QSocketNotifier::activated, this, [this] {
        char byte = 0;
        if (::read(d->descriptors[1], &byte, 1) == 1)
            Q_EMIT received();
    });
    struct sigaction action { };
    action.sa_handler = onSignal;
    action.sa_flags = SA_RESTART;
    for (size_t i = 0; i < stopSignals.size(); ++i)
        ::sigaction(stopSignals[i], &action, &d->before[i]);
}

StopSignal::~StopSignal()
{
    if (d->descriptors[0] < 0)
        return;
    for (size_t i = 0; i < stopSignals.size(); ++i)
        ::sigaction(stopSignals[i], &d->before[i], nullptr);
    wakeDescriptor = -1;
    d->notifier.reset();
    ::close(d->descriptors[0]);
    ::close(d->descriptors[1]);
}

} // namespace pasarela
