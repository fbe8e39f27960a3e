// SPDX-License-Identifier: MIT
#pragma once

#include "gateway/control/snapshot.h"
#include "ui/gatewaystatus.h"

#include <QObject>

namespace pasarela {

class GatewayAccess;

/// What is shown: the gateway's last snapshot, and how it is doing. After the gateway went, its services stay known;
/// who was connected does not.
class GatewayMirror : public QObject {
    Q_OBJECT

public:
    /// Make it before the supervisor: a gateway's first snapshot is then here before it counts as running.
    explicit GatewayMirror(GatewayAccess &access, QObject *parent = nullptr);

    const Snapshot &snapshot() const { return m_snapshot; }
    const GatewayStatus &status() const { return m_status; }
    void setStatus(const GatewayStatus &status);

Q_SIGNALS:
    /// Either of the two.
    void changed();

private:
    void setSnapshot(const Snapshot &snapshot);

    Snapshot m_snapshot;
    GatewayStatus m_status;
};

} // namespace pasarela
