// SPDX-License-Identifier: MIT
#include "app/traytheme.h"

#include "ui/look.h"

namespace pasarela {

TrayVariant trayVariant(const QPalette &palette)
{
    // GNOME's bar is dark whatever the windows are, and its icons have one colour.
    const QStringList desktops = qEnvironmentVariable("XDG_CURRENT_DESKTOP").split(QLatin1Char(':'));
    if (desktops.contains(QLatin1String("GNOME"), Qt::CaseInsensitive)
        || desktops.contains(QLatin1String("Unity"), Qt::CaseInsensitive))
        return TrayVariant::White;
    return isDark(palette) ? TrayVariant::Dark : TrayVariant::Light;
}

} // namespace pasarela
