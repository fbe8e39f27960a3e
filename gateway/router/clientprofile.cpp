// SPDX-License-Identifier: MIT
#include "gateway/router/clientprofile.h"

#include <QRegularExpression>

#include <array>

namespace pasarela {

namespace {

struct KnownClient {
    const char *profile;
    const char *clientInfoName; ///< What the program says in `initialize`.
    int nameLimit;
    bool strictSchemas;
    int listWaitSeconds;
};

// Cursor counts its own name for the server ("pasarela", 8) in its limit of 60.
constexpr std::array knownClients = {
    KnownClient{"claude-desktop", "claude-ai", 49, true, 15},
    KnownClient{"claude-code", "claude-code", 49, true, 15},
    KnownClient{"cursor", "cursor-vscode", 52, false, 15},
    KnownClient{"vscode", "Visual Studio Code", 49, false, 15},
    KnownClient{"codex", "codex-mcp-client", 49, false, 8},
    KnownClient{"windsurf", "windsurf-client", 49, false, 15},
};

/// A name as the configuration takes it.
QString safeName(const QByteArray &name)
{
    static const QRegularExpression illegal(QStringLiteral("[^a-z0-9._@+-]+"));
    static const QRegularExpression start(QStringLiteral("^[^a-z0-9]+"));
    const QString text = QString::fromUtf8(name).toLower().replace(illegal, QStringLiteral("-")).remove(start).left(64);
    return text.isEmpty() ? QStringLiteral("generic") : text;
}

} // namespace

ClientProfile clientProfile(const ClientId &given, const QByteArray &clientInfoName)
{
    for (const KnownClient &known : knownClients) {
        const bool matches =
            given.isEmpty() ? clientInfoName == known.clientInfoName : given.text() == QLatin1String(known.profile);
        if (matches)
            return {ClientId(QString::fromLatin1(known.profile)), known.nameLimit, known.strictSchemas,
                    std::chrono::seconds(known.listWaitSeconds)};
    }
    return {given.isEmpty() ? ClientId(safeName(clientInfoName)) : given};
}

} // namespace pasarela
