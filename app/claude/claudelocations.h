// SPDX-License-Identifier: MIT
#pragma once

#include "gateway/base/result.h"

#include <QString>
#include <QStringList>

#include <vector>

namespace pasarela {

/// One place where Claude Desktop may keep its settings.
struct ClaudeCandidate {
    QString file; ///< claude_desktop_config.json, whether it exists or not.
    QString kind; ///< "linux", "macos", "msix", "classic", "named"; with "-3p" behind: third-party inference
    bool live = false; ///< The one the app reads, as far as can be told.
    QString why; ///< One sentence.
    bool mayBeMeant = false; ///< Not live, but has a file that another installation may read.
};

/// Where this computer's Claude Desktop keeps its settings (spec/claude-config.md, *Where it is*). The live one comes
/// first; none is live where the app was never opened here. Looks only; creates nothing.
std::vector<ClaudeCandidate> findClaude();

/// The one to change. NotFound where none is live. NeedsPerson where more than one may be meant: all of them, and the
/// option that says which; none is ever taken silently.
Result<ClaudeCandidate> theOneMeant(const std::vector<ClaudeCandidate> &candidates);

// The rules of each system, apart from the system: tested everywhere.

std::vector<ClaudeCandidate> claudeOnLinux(const QString &configHome);
std::vector<ClaudeCandidate> claudeOnMac(const QString &home);

/// `packages`: family names under %LOCALAPPDATA%\Packages that begin with "Claude_"; `installed`: those that Windows
/// says are installed, the rest are leftovers. A package's own folder, once it exists, hides the one in %APPDATA% from
/// that package; a file there may be a leftover, or that of a Claude from the other installer.
std::vector<ClaudeCandidate> claudeOnWindows(const QString &appData, const QString &localAppData,
                                             const QStringList &packages, const QStringList &installed);

} // namespace pasarela
