// SPDX-License-Identifier: MIT
#pragma once

#include "gateway/control/snapshot.h"
#include "ui/gatewaystatus.h"

#include <QCoreApplication>
#include <QLocale>
#include <QString>

namespace pasarela {

/// What the overview says: one sentence, and under it one quiet line about what mends itself or is missing.
class Headline {
    Q_DECLARE_TR_FUNCTIONS(Headline)

public:
    QString sentence;
    QString quiet; ///< May be empty.

    bool operator==(const Headline &) const = default;

    static Headline of(const GatewayStatus &status, const Snapshot &snapshot, const QDateTime &now,
                       const QLocale &locale);
    /// "Pasarela: running, 5 services, 2 apps connected"
    static QString tooltip(const GatewayStatus &status, const Snapshot &snapshot, const QDateTime &now);

    /// Services that are switched on.
    static int servicesOn(const Snapshot &snapshot);
    /// What only a person can do.
    static int waitingForPerson(const Snapshot &snapshot);

private:
    static Headline whileRunning(const Snapshot &snapshot);
    static Headline whenFailed(const GatewayStatus &status);
    static QString whatMendsItself(const Snapshot &snapshot);
};

} // namespace pasarela
