// SPDX-License-Identifier: MIT
#pragma once

#include <QMap>
#include <QString>
#include <QStringList>

namespace pasarela {

/// Program and arguments as one command line that CommandLineToArgvW, and with it nearly every program, takes apart
/// into the same words (Microsoft, "Parsing C command-line arguments"). Pure.
QString windowsCommandLine(const QString &program, const QStringList &arguments);

/// One word in such a line.
QString windowsWord(const QString &word);

/// An environment as CreateProcessW takes it: sorted by name without regard to case, each entry and the whole ended by
/// a NUL. Pure.
QString windowsEnvironmentBlock(const QMap<QString, QString> &environment);

} // namespace pasarela
