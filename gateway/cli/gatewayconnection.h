// SPDX-License-Identifier: MIT
#pragma once

#include "gateway/cli/commandcontext.h"
#include "gateway/control/controlclient.h"
#include "gateway/launch/startfailure.h"

#include <QDeadlineTimer>
#include <QObject>

#include <functional>
#include <optional>

namespace pasarela {

enum class StartGateway { Never, IfNone };

/// A command's way to the gateway: connects, and where there is none, starts one as a bridge does and waits until it
/// answers.
class GatewayConnection : public QObject {
    Q_OBJECT

public:
    explicit GatewayConnection(const CommandContext &context, QObject *parent = nullptr);

    /// Unavailable: none runs. StoppedByPerson: none runs, and none may be started. `done` once, from the event loop.
    using Opened = std::function<void(Result<void>)>;
    void open(StartGateway start, Opened done);
    ControlClient &client() { return m_client; }

private:
    void tryOnce(Opened done);
    void launchThenTry(Opened done);
    void tryAgain(Opened done);
    Error notRunning() const;

    const CommandContext &m_context;
    ControlClient m_client;
    StartGateway m_start = StartGateway::Never;
    QDeadlineTimer m_startDeadline; ///< Runs once a gateway was started.
    std::optional<StartFailure> m_failure; ///< Of the gateway that was launched.
};

/// open(), waited for.
Result<void> opened(GatewayConnection &connection, StartGateway start);

/// A request, waited for; the connection is open.
Result<QByteArray> answered(ControlClient &client, const char *method, const QByteArray &params,
                            std::chrono::milliseconds timeout);

/// Says why open() failed and gives the exit code of it.
int failedToOpen(const CommandContext &context, const Error &error);

} // namespace pasarela
