// SPDX-License-Identifier: MIT
#pragma once

#include <QString>
#include <QStringList>

class QCoreApplication;

namespace pasarela {

/// `pasarela-gateway [run] [--verbose] [--started-by WHO]`: the gateway in the foreground, until it is told to stop. A
/// second one says which pid has it and gives 0; a lock whose holder does not answer within 3 s gives 1 and its pid.
/// `arguments`: the command's words and options, without the global ones; `home` empty: the default places.
int runGateway(QCoreApplication &application, const QString &home, const QStringList &arguments);

} // namespace pasarela
