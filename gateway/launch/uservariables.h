// SPDX-License-Identifier: MIT
#pragma once

#include <QProcessEnvironment>

namespace pasarela {

/// Whether a variable belongs to the user or the desktop (home, language, display, proxies …), and not to the program
/// that happened to start us (its tokens, its library paths, its virtual environment).
bool isUserVariable(const QString &name);

QProcessEnvironment userVariables(const QProcessEnvironment &from);

} // namespace pasarela
