// SPDX-License-Identifier: MIT
#include "app/traytheme.h"

#include <QSettings>

namespace pasarela {

TrayVariant trayVariant(const QPalette &)
{
    // The taskbar has a theme of its own, apart from the windows' (Settings, Personalisation, Colours).
    const QSettings theme(
        QStringLiteral("HKEY_CURRENT_USER\\Software\\Microsoft\\Windows\\CurrentVersion\\Themes\\Personalize"),
        QSettings::NativeFormat);
    return theme.value(QStringLiteral("SystemUsesLightTheme"), 0).toInt() != 0 ? TrayVariant::Light : TrayVariant::Dark;
}

} // namespace pasarela
