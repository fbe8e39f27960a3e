// SPDX-License-Identifier: MIT
#include "gateway/launch/uservariables.h"

#include <algorithm>
#include <array>

namespace pasarela {

namespace {

constexpr std::array names{
    // who and where
    "HOME",
    "USER",
    "LOGNAME",
    "SHELL",
    "PATH",
    "TZ",
    "LANG",
    "LANGUAGE",
    "TMPDIR",
    "__CF_USER_TEXT_ENCODING",
    // session and display
    "DISPLAY",
    "WAYLAND_DISPLAY",
    "XAUTHORITY",
    "DBUS_SESSION_BUS_ADDRESS",
    "DESKTOP_SESSION",
    "KDE_FULL_SESSION",
    "KDE_SESSION_VERSION",
    "GNOME_KEYRING_CONTROL",
    "SSH_AUTH_SOCK",
    // the way out
    "HTTP_PROXY",
    "HTTPS_PROXY",
    "ALL_PROXY",
    "NO_PROXY",
    "http_proxy",
    "https_proxy",
    "all_proxy",
    "no_proxy",
    "SSL_CERT_FILE",
    "SSL_CERT_DIR",
    "NODE_EXTRA_CA_CERTS",
    // ours and our tests'
    "PASARELA_GATEWAY",
    "PASARELA_CREDENTIALS_FILE",
    "QT_LOGGING_RULES",
};

constexpr std::array prefixes{"LC_", "XDG_"};

} // namespace

bool isUserVariable(const QString &name)
{
    return std::any_of(names.begin(), names.end(), [&name](const char *known) { return name == QLatin1String(known); })
        || std::any_of(prefixes.begin(), prefixes.end(),
                       [&name](const char *prefix) { return name.startsWith(QLatin1String(prefix)); });
}

QProcessEnvironment userVariables(const QProcessEnvironment &from)
{
    QProcessEnvironment kept;
    const QStringList present = from.keys();
    for (const QString &name : present) {
        if (isUserVariable(name) && !from.value(name).isEmpty())
            kept.insert(name, from.value(name));
    }
    return kept;
}

} // namespace pasarela
