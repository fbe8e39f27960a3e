// SPDX-License-Identifier: MIT
#pragma once

#include "gateway/base/result.h"

#include <QString>
#include <QStringList>

namespace pasarela {

/// Where programs are looked for, and by which platform's rules.
struct ExecutableSearch {
    QString path; ///< PATH; relative and empty entries are passed over, so nothing is run from where we happen to be.
    QString home; ///< What "~/" stands for.
    QString workingDirectory; ///< What "./tool" is relative to: the folder the child will run in.
    bool windows = false; ///< ';' between folders, extensions of PATHEXT, batch files.
    QString pathExtensions; ///< PATHEXT; empty: .COM;.EXE;.BAT;.CMD.
    QString commandInterpreter; ///< COMSPEC, for batch files.
};

/// What the system is asked to start.
struct FoundProgram {
    QString program; ///< Absolute path.
    QStringList arguments;
    /// Windows batch files only: the whole command line, since cmd.exe has quoting rules of its own; else empty.
    QString commandLine;
};

/// The program behind a command as a person wrote it: a name looked up in PATH, "~/…", or a path. On Windows npm's and
/// npx's batch files become node.exe with the script they would run, and any other batch file is refused when an
/// argument holds a character that cmd.exe would act on (sessions.md 12). NotFound and PermissionDenied name the
/// command.
Result<FoundProgram> findProgram(const QString &command, const QStringList &arguments, const ExecutableSearch &search);

/// The folders of PATH, in order, those that are absolute.
QStringList searchFolders(const QString &path, bool windows);

} // namespace pasarela
