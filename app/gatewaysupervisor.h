// SPDX-License-Identifier: MIT
#pragma once

#include "app/supervisorstate.h"

#include "gateway/base/backoff.h"
#include "gateway/control/controlclient.h"
#include "gateway/control/shutdowntimes.h"
#include "ui/gatewaystatus.h"

#include <QElapsedTimer>
#include <QObject>
#include <QQueue>
#include <QTimer>
#include <QVersionNumber>

#include <chrono>

namespace pasarela {

class GatewayAccess;

/// Keeps the gateway as the person wants it: carries out what supervisorstate says, with one deadline per phase.
class GatewaySupervisor : public QObject {
    Q_OBJECT

public:
    struct Times {
        std::chrono::milliseconds answer{10000}; ///< From the start to the handshake, and for a lost connection.
        std::chrono::milliseconds leave = gatewayMayTake; ///< After `shutdown`.
        std::chrono::milliseconds terminate{2000};
        std::chrono::milliseconds kill{2000};
        std::chrono::milliseconds lookAgain{100};
        std::chrono::milliseconds earlyExit{30000}; ///< An end before this is an early one.
    };

    /// `version` is this program's own.
    GatewaySupervisor(GatewayAccess &access, const QString &version, const Times &times, QObject *parent = nullptr);
    GatewaySupervisor(GatewayAccess &access, const QString &version, QObject *parent = nullptr)
        : GatewaySupervisor(access, version, Times(), parent)
    {
    }

    /// Adopts the gateway that runs, or starts one unless the person stopped it.
    void begin();
    const GatewayStatus &status() const { return m_status; }

public Q_SLOTS:
    void requestStart();
    void requestStop();
    void requestRestart();

Q_SIGNALS:
    void statusChanged(const pasarela::GatewayStatus &status);

private:
    void handle(Supervision::Event event);
    void drain();
    void enter(Supervision::Phase phase);
    void act(Supervision::Action action);
    void launch();
    void compareWish();
    void publish();
    std::optional<Error> errorNow() const;

    void onFound(const GatewayIdentity &identity, const Snapshot &snapshot);
    void onNobodyThere(const Error &why);
    void onSnapshot(const Snapshot &snapshot);
    void onExited();
    void onDeadline();

    GatewayAccess &m_access;
    const QVersionNumber m_version;
    const Times m_times;
    Supervision m_state;
    QQueue<Supervision::Event> m_events;
    bool m_draining = false;

    QTimer m_deadline;
    QTimer m_lookAgain;
    QElapsedTimer m_upSince;
    Backoff m_backoff;
    QDateTime m_retryAt;
    Error m_error;

    bool m_wishStands = false;
    QDateTime m_stoppedSince;
    bool m_leaving = false; ///< The gateway said that it goes.
    bool m_older = false; ///< The gateway is older than this program.
    bool m_updated = false; ///< One restart was tried for that; no second by itself.
    GatewayStatus m_status;
};

} // namespace pasarela
