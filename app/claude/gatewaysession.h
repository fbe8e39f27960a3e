// SPDX-License-Identifier: MIT
#pragma once

#include "gateway/base/paths.h"
#include "gateway/base/result.h"
#include "gateway/control/controlclient.h"
#include "gateway/launch/startfailure.h"

#include <QDeadlineTimer>
#include <QObject>
#include <QTimer>

#include <functional>
#include <optional>

namespace pasarela {

/// A control connection that starts a gateway where there is none, as a bridge does: not against the person's Stop.
class GatewaySession : public QObject {
    Q_OBJECT

public:
    explicit GatewaySession(const Paths &paths, QObject *parent = nullptr);

    /// Once, never before this returns.
    void open(std::function<void(Result<void>)> done);
    ControlClient &client() { return m_client; }

private:
    void attempt();

    Paths m_paths;
    ControlClient m_client;
    std::function<void(Result<void>)> m_done;
    QDeadlineTimer m_deadline;
    std::optional<StartFailure> m_failure; ///< Of the gateway that was launched.
};

} // namespace pasarela
