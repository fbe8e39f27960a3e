// SPDX-License-Identifier: MIT
#pragma once

#include "gateway/base/result.h"
#include "gateway/control/controlclient.h"
#include "gateway/control/snapshot.h"
#include "gateway/launch/stopwish.h"

#include <QObject>

#include <optional>

namespace pasarela {

/// What the supervisor can do to a gateway and learns of it (seam: localgateway, and a fake in tests). Signals come
/// from the event loop, never out of a call.
class GatewayAccess : public QObject {
    Q_OBJECT

public:
    using QObject::QObject;

    /// Tries the handshake, at most a few seconds: ends in found() or nobodyThere(). While one is under way it is that
    /// one.
    virtual void look() = 0;
    /// As launchGateway().
    virtual Result<void> launch() = 0;
    /// Control `shutdown`; exited() tells that it went.
    virtual void askToLeave(const QString &reason) = 0;
    virtual void terminate() = 0;
    virtual void kill() = 0;
    /// Drops connection and process handle; no signal of them comes any more.
    virtual void forget() = 0;

    virtual std::optional<StopWish> stopWish() const = 0;
    virtual void recordStopWish() = 0;
    virtual void removeStopWish() = 0;

Q_SIGNALS:
    /// A gateway answered and gave its first snapshot; its process is watched from here on. It may say in `identity`
    /// that it leaves.
    void found(const pasarela::GatewayIdentity &identity, const pasarela::Snapshot &snapshot);
    void nobodyThere(const pasarela::Error &why);
    void snapshotChanged(const pasarela::Snapshot &snapshot);
    /// It goes down on purpose.
    void leaving(const QString &reason);
    /// The connection ended; its process may still live.
    void lost();
    /// Its process ended.
    void exited();
    /// Something changed where lock and sockets lie, or the stop wish may have changed.
    void stirred();
};

} // namespace pasarela
