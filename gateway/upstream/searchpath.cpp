// SPDX-License-Identifier: MIT
#include "gateway/upstream/searchpath.h"

#include "gateway/upstream/executablefinder.h"

#include <QDir>
#include <QVersionNumber>

#include <algorithm>
#include <array>

namespace pasarela {

namespace {

const QStringList &ofTheSystem()
{
    static const QStringList folders =
        QStringLiteral(
            "/bin /sbin /usr/bin /usr/sbin /usr/games /usr/local/bin /usr/local/games /usr/local/sbin /snap/bin")
            .split(u' ');
    return folders;
}

// Where installers, package managers and version managers put programs; "~" is the home folder.
constexpr std::array usual = {"~/.local/bin",
                              "~/bin",
                              "~/.cargo/bin",
                              "~/.bun/bin",
                              "~/.deno/bin",
                              "~/.volta/bin",
                              "~/.local/share/mise/shims",
                              "~/.asdf/shims",
                              "~/.pyenv/shims",
                              "~/.local/share/fnm/aliases/default/bin",
                              "~/.nix-profile/bin",
                              "~/go/bin",
                              "/opt/homebrew/bin",
                              "/opt/homebrew/sbin",
                              "/home/linuxbrew/.linuxbrew/bin",
                              "/opt/local/bin",
                              "/nix/var/nix/profiles/default/bin",
                              "/usr/local/bin",
                              "/usr/bin",
                              "/bin",
                              "/usr/sbin",
                              "/sbin",
                              "/snap/bin"};

/// nvm changes PATH only in a shell; without one, the newest version it has installed.
QStringList nvmFolder(const QString &home)
{
    const QDir versions(home + QStringLiteral("/.nvm/versions/node"));
    const QStringList names = versions.entryList({QStringLiteral("v*")}, QDir::Dirs | QDir::NoDotAndDotDot);
    if (names.isEmpty())
        return {};
    const auto version = [](const QString &name) { return QVersionNumber::fromString(name.sliced(1)); };
    const QString newest = *std::max_element(
        names.begin(), names.end(), [&version](const QString &a, const QString &b) { return version(a) < version(b); });
    return {versions.filePath(newest + QStringLiteral("/bin"))};
}

} // namespace

bool looksBare(const QString &path)
{
    const QStringList folders = searchFolders(path, false);
    return std::all_of(folders.begin(), folders.end(),
                       [](const QString &folder) { return ofTheSystem().contains(QDir::cleanPath(folder)); });
}

QString joinedPaths(const QString &path, const QString &more)
{
    QStringList folders = searchFolders(path, false);
    const QStringList others = searchFolders(more, false);
    for (const QString &folder : others) {
        if (!folders.contains(folder))
            folders.append(folder);
    }
    return folders.join(u':');
}

QString withUsualFolders(const QString &path, const QString &home)
{
    QStringList existing = nvmFolder(home);
    for (const char *folder : usual) {
        QString name = QString::fromLatin1(folder);
        if (name.startsWith(u'~'))
            name.replace(0, 1, home);
        if (QDir(name).exists())
            existing.append(name);
    }
    return joinedPaths(path, existing.join(u':'));
}

} // namespace pasarela
