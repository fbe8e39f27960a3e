// SPDX-License-Identifier: MIT
#include "gateway/base/stopsignal.h"

#include <QMetaObject>

#include <atomic>
#include <windows.h>

namespace pasarela {

namespace {

// The handler runs in a thread of the system's and gets no context (SetConsoleCtrlHandler).
std::atomic<StopSignal *> receiver{nullptr};

BOOL WINAPI onControl(DWORD)
{
    if (StopSignal *target = receiver.load())
        QMetaObject::invokeMethod(target, &StopSignal::received, Qt::QueuedConnection);
    return TRUE;
}

} // namespace

struct StopSignal::Private { };

StopSignal::StopSignal(QObject *parent)
    : QObject(parent)
    , d(std::make_unique<Private>())
{
    receiver = this;
    SetConsoleCtrlHandler(onControl, TRUE);
}

StopSignal::~StopSignal()
{
    SetConsoleCtrlHandler(onControl, FALSE);
    receiver = nullptr;
}

} // namespace pasarela
