// SPDX-License-Identifier: MIT
#pragma once

#include <QByteArray>
#include <QProcessEnvironment>
#include <QString>

namespace pasarela {

/// The environment of the user's systemd, which the desktop fills at login (DISPLAY and the like); empty where there is
/// no such systemd or it does not answer within half a second. `runtime` is the user's runtime folder.
QProcessEnvironment systemdUserEnvironment(const QString &runtime,
                                           const QString &systemctl = QStringLiteral("/usr/bin/systemctl"));

/// The lines of `systemctl show-environment`: NAME=value, NAME=$'value' or NAME="value" (systemctl(1)).
QProcessEnvironment parsedEnvironment(QByteArrayView lines);

} // namespace pasarela
