// SPDX-License-Identifier: MIT
#pragma once

#include "gateway/base/paths.h"
#include "gateway/base/processinfo.h"
#include "gateway/control/controlserver.h"
#include "tests/support/fakecontrolhandler.h"
#include "tests/support/testhome.h"

#include <QCoreApplication>

#include <memory>

namespace pasarela::test {

/// A home, and in it the control socket of a gateway that is the test itself with a fake handler.
class ControlFixture {
public:
    ControlFixture()
        : paths(Paths::locate(home.path()).value())
    {
        const Result<void> made = paths.create();
        Q_ASSERT(made.ok());
    }

    static GatewayIdentity self()
    {
        const qint64 pid = QCoreApplication::applicationPid();
        return {control::protocolVersion, QStringLiteral("1.2.3"), pid, processStartTime(pid)};
    }

    void listen(ControlServerOptions options = {}, const GatewayIdentity &identity = self())
    {
        server = std::make_unique<ControlServer>(handler, paths.controlSocket(), identity, std::move(options));
        const Result<void> listening = server->listen();
        if (!listening)
            qFatal("%s", qPrintable(listening.error().detail));
    }
    /// The gateway is gone, without a word.
    void die() { server.reset(); }

    TestHome home;
    Paths paths;
    FakeControlHandler handler;
    std::unique_ptr<ControlServer> server;
};

} // namespace pasarela::test
