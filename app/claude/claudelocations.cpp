// SPDX-License-Identifier: MIT
#include "app/claude/claudelocations.h"

#include <QDir>
#include <QFileInfo>

#include <algorithm>
#include <iterator>

namespace pasarela {

namespace {

const QString fileName = QStringLiteral("claude_desktop_config.json");

/// A place that is live where its folder exists: the app makes it when it is first opened, and nobody else may.
ClaudeCandidate inFolder(const QString &folder, const QString &kind)
{
    const bool exists = QFileInfo(folder).isDir();
    return {QDir(folder).filePath(fileName), kind, exists,
            exists ? QStringLiteral("Claude keeps its settings here.")
                   : QStringLiteral("Claude was never opened here: its folder %1 does not exist.")
                         .arg(QDir::toNativeSeparators(folder))};
}

/// In third-party-inference mode the app has a folder of its own beside the usual one. Which mode it is in stands
/// elsewhere, so a file there may be the one.
void addThirdParty(const QString &folder, const QString &kind, std::vector<ClaudeCandidate> &found)
{
    const QString file = QDir(folder + QStringLiteral("-3p")).filePath(fileName);
    if (QFileInfo(file).isFile())
        found.push_back({file, kind + QStringLiteral("-3p"), true,
                         QStringLiteral("Claude with third-party inference keeps its settings here.")});
}

std::vector<ClaudeCandidate> inFolders(const QString &folder, const QString &kind)
{
    std::vector<ClaudeCandidate> found{inFolder(folder, kind)};
    addThirdParty(folder, kind, found);
    return found;
}

std::vector<ClaudeCandidate> ofPackage(const QString &cache, bool installed)
{
    const QString kind = QStringLiteral("msix");
    const QString folder = cache + QStringLiteral("/Roaming/Claude");
    std::vector<ClaudeCandidate> found;
    if (!installed) {
        found.push_back({QDir(folder).filePath(fileName), kind, false,
                         QStringLiteral("Not in use: left over from a Claude that is no longer installed.")});
        return found;
    }
    // The app makes this folder itself, as its verdict; until then %APPDATA% is live.
    if (QFileInfo(folder).isDir())
        found.push_back({QDir(folder).filePath(fileName), kind, true,
                         QStringLiteral("Claude from the Store keeps its settings here.")});
    addThirdParty(folder, kind, found);
    addThirdParty(cache + QStringLiteral("/Local/Claude"), kind, found); // Windows 10 below build 20348
    return found;
}

} // namespace

std::vector<ClaudeCandidate> claudeOnLinux(const QString &configHome)
{
    return inFolders(configHome + QStringLiteral("/Claude"), QStringLiteral("linux"));
}

std::vector<ClaudeCandidate> claudeOnMac(const QString &home)
{
    return inFolders(home + QStringLiteral("/Library/Application Support/Claude"), QStringLiteral("macos"));
}

std::vector<ClaudeCandidate> claudeOnWindows(const QString &appData, const QString &localAppData,
                                             const QStringList &packages, const QStringList &installed)
{
    std::vector<ClaudeCandidate> found;
    for (const QString &family : packages) {
        const auto more =
            ofPackage(localAppData + QStringLiteral("/Packages/%1/LocalCache").arg(family), installed.contains(family));
        found.insert(found.end(), more.begin(), more.end());
    }
    const bool hidden = std::any_of(found.begin(), found.end(), [](const auto &candidate) {
        return candidate.live && candidate.kind == QLatin1String("msix");
    });
    std::vector<ClaudeCandidate> classic = inFolders(appData + QStringLiteral("/Claude"), QStringLiteral("classic"));
    if (hidden) {
        ClaudeCandidate &usual = classic.front();
        usual.live = false;
        usual.mayBeMeant = QFileInfo(usual.file).isFile();
        usual.why = usual.mayBeMeant
            ? QStringLiteral("Not in use by Claude from the Store; only one from Anthropic's own installer reads it.")
            : QStringLiteral("Not in use: Claude from the Store reads its own file instead.");
    }
    found.insert(found.end(), classic.begin(), classic.end());
    std::stable_sort(found.begin(), found.end(), [](const auto &a, const auto &b) { return a.live && !b.live; });
    return found;
}

Result<ClaudeCandidate> theOneMeant(const std::vector<ClaudeCandidate> &candidates)
{
    std::vector<ClaudeCandidate> meant;
    std::copy_if(candidates.begin(), candidates.end(), std::back_inserter(meant),
                 [](const auto &candidate) { return candidate.live || candidate.mayBeMeant; });
    if (meant.size() == 1)
        return meant.front();
    if (meant.empty())
        return Error{Error::Code::NotFound,
                     (candidates.empty() ? QStringLiteral("Claude Desktop was not found.") : candidates.front().why)
                         + QStringLiteral(" Open Claude Desktop once and quit it, or name its settings file with "
                                          "--config FILE")};
    QStringList files;
    for (const ClaudeCandidate &candidate : meant)
        files.append(QStringLiteral("\"%1\" (%2)").arg(QDir::toNativeSeparators(candidate.file), candidate.why));
    return Error{Error::Code::NeedsPerson,
                 QStringLiteral("there is more than one Claude here; say which one with --config FILE: ")
                     + files.join(QStringLiteral(", or "))};
}

} // namespace pasarela
