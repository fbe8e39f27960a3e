// SPDX-License-Identifier: MIT
#include "app/claude/clauderunning.h"

#include <QDir>
#include <QFile>
#include <QFileInfo>

#include <unistd.h>

namespace pasarela {

namespace {

/// The official package installs `claude-desktop`; community builds start Electron on an archive in a folder of that
/// name.
bool isClaude(const QString &process)
{
    const QString program = QFileInfo(QFile::symLinkTarget(process + QStringLiteral("/exe"))).fileName();
    if (program == QLatin1String("claude-desktop"))
        return true;
    if (!program.startsWith(QLatin1String("electron")))
        return false;
    QFile commandLine(process + QStringLiteral("/cmdline"));
    return commandLine.open(QIODevice::ReadOnly) && commandLine.read(64 * 1024).contains("claude-desktop");
}

} // namespace

bool isClaudeRunning()
{
    const QDir processes(QStringLiteral("/proc"));
    for (const QString &name : processes.entryList({QStringLiteral("[0-9]*")}, QDir::Dirs)) {
        const QString process = processes.filePath(name);
        if (QFileInfo(process).ownerId() == ::getuid() && isClaude(process))
            return true;
    }
    return false;
}

} // namespace pasarela
