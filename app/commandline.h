// SPDX-License-Identifier: MIT
#pragma once

#include <QCoreApplication>
#include <QString>
#include <QStringList>

namespace pasarela {

/// `pasarela [--minimized] [--quit | --about | --selftest] [--home DIR] [--language CODE]`
struct CommandLine {
    enum class What {
        Run, ///< The tray app, or bring the running one forward.
        Quit,
        About,
        SelfTest,
        Help,
        Version,
        WrongUsage, ///< `problem` says what, as a line without its end; exit 2.
    };

    What what = What::Run;
    bool minimized = false;
    QString home; ///< Empty: PASARELA_HOME, else the default places.
    QString language; ///< Empty: the person's.
    QString problem;

    static CommandLine parse(const QStringList &arguments);
    static QString help();

    /// Whether a command does without windows, told from argv before there is an application object: it must work
    /// without a display.
    static bool needsNoDisplay(int argc, const char *const *argv);
};

} // namespace pasarela
