// SPDX-License-Identifier: MIT
#include "app/gatewaymirror.h"

#include "app/gatewayaccess.h"

namespace pasarela {

GatewayMirror::GatewayMirror(GatewayAccess &access, QObject *parent)
    : QObject(parent)
{
    connect(&access, &GatewayAccess::found, this,
            [this](const GatewayIdentity &, const Snapshot &snapshot) { setSnapshot(snapshot); });
    connect(&access, &GatewayAccess::snapshotChanged, this, &GatewayMirror::setSnapshot);
}

void GatewayMirror::setSnapshot(const Snapshot &snapshot)
{
    m_snapshot = snapshot;
    Q_EMIT changed();
}

void GatewayMirror::setStatus(const GatewayStatus &status)
{
    if (status == m_status)
        return;
    m_status = status;
    if (status.state != GatewayStatus::State::Running) {
        m_snapshot.clients.clear();
        m_snapshot.sessions.clear();
        m_snapshot.gateway = {};
    }
    Q_EMIT changed();
}

} // namespace pasarela
