// SPDX-License-Identifier: MIT
#pragma once

#include "gateway/control/snapshot.h"

#include <QCoreApplication>
#include <QDateTime>
#include <QString>
#include <QStringList>

#include <vector>

namespace pasarela {

/// One AI app that is connected, however many connections it holds (two are normal).
struct ConnectedApp {
    QString title; ///< "Claude"
    int connections = 0;
    QDateTime since; ///< Of its oldest connection.
    bool operator==(const ConnectedApp &) const = default;
};

/// AI apps by the names people know them by.
class AppText {
    Q_DECLARE_TR_FUNCTIONS(AppText)

public:
    static QString title(const ClientView &client);
    /// By title; the command line and other control connections are no apps.
    static std::vector<ConnectedApp> connected(const Snapshot &snapshot);
    /// "Claude", "Claude and Cursor", "Claude, Cursor and VS Code", "4 AI apps": fits before or after a verb.
    static QString list(const std::vector<ConnectedApp> &apps);
};

} // namespace pasarela
