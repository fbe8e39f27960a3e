// SPDX-License-Identifier: MIT
#include "app/claude/claudelocations.h"

#include <QDir>
#include <QFileInfo>

#include <algorithm>

namespace pasarela {

namespace {

const QString fileName = QStringLiteral("claude_desktop_config.json");

/// A place that is live where its folder exists: the app makes it when it is first opened, and nobody else may.
ClaudeCandidate inFolder(const QString &folder, const QString &kind)
{
    const bool exists = QFileInfo(folder).isDir();
    return {QDir(folder).filePath(fileName), kind, exists,
            exists ? QStringLiteral("Claude keeps its settings here.")
                   : QStringLiteral("Claude was never opened here: its folder %1 does not exist.").arg(QDir::toNativeSeparators(folder))};
}

} // namespace

std::vector<ClaudeCandidate> claudeOnLinux(const QString &configHome)
{
    return {inFolder(configHome + QStringLiteral("/Claude"), QStringLiteral("linux"))};
}

std::vector<ClaudeCandidate> claudeOnMac(const QString &home)
{
    return {inFolder(home + QStringLiteral("/Library/Application Support/Claude"), QStringLiteral("macos"))};
}

std::vector<ClaudeCandidate> claudeOnWindows(const QString &appData, const QString &localAppData, const QStringList &packages,
                                             const QStringList &installed)
{
    std::vector<ClaudeCandidate> found;
    bool hidden = false;
    for (const QString &family : packages) {
        const QString folder = localAppData + QStringLiteral("/Packages/%1/LocalCache/Roaming/Claude").arg(family);
        const bool exists = QFileInfo(folder).isDir();
        ClaudeCandidate candidate{QDir(folder).filePath(fileName), QStringLiteral("msix"), exists && installed.contains(family), {}};
        if (candidate.live)
            candidate.why = QStringLiteral("Claude from the Store keeps its settings here.");
        else if (!installed.contains(family))
            candidate.why = QStringLiteral("Not in use: left over from a Claude that is no longer installed.");
        else
            continue; // made by the app itself, as its verdict; until then %APPDATA% is live
        hidden = hidden || candidate.live;
        found.push_back(candidate);
    }
    ClaudeCandidate classic = inFolder(appData + QStringLiteral("/Claude"), QStringLiteral("classic"));
    if (hidden) {
        classic.live = false;
        classic.why = QStringLiteral("Not in use: Claude from the Store reads its own file instead.");
    }
    found.push_back(classic);
    std::stable_sort(found.begin(), found.end(), [](const auto &a, const auto &b) { return a.live && !b.live; });
    return found;
}

} // namespace pasarela
