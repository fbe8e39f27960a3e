// SPDX-License-Identifier: MIT
#include "gateway/bridge/processsignals.h"

#include <windows.h>

namespace pasarela {

namespace {

/// Windows has no request to end for a console program but closing the console, which ends it by itself.
BOOL WINAPI onControl(DWORD event)
{
    return event == CTRL_C_EVENT || event == CTRL_BREAK_EVENT;
}

} // namespace

struct ProcessSignals::Private { };

ProcessSignals::ProcessSignals(QObject *parent)
    : QObject(parent)
    , d(std::make_unique<Private>())
{
    ::SetConsoleCtrlHandler(onControl, TRUE);
}

ProcessSignals::~ProcessSignals()
{
    ::SetConsoleCtrlHandler(onControl, FALSE);
}

} // namespace pasarela
