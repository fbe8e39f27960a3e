// SPDX-License-Identifier: MIT
#pragma once

#include "app/commandline.h"

class QApplication;

namespace pasarela {

/// Carries out what needs no window: help, version, about, selftest, quit, wrong usage. Gives the exit code.
int runCommand(const CommandLine &line);

/// The tray app itself, or brings the running one forward. Gives the exit code.
int runTray(QApplication &application, const CommandLine &line);

} // namespace pasarela
