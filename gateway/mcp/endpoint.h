// SPDX-License-Identifier: MIT
#pragma once

#include "gateway/base/result.h"
#include "gateway/mcp/clientinfo.h"
#include "gateway/mcp/transport.h"

#include <QObject>

#include <functional>
#include <memory>

namespace pasarela::mcp {

/// A place where clients arrive. Router and endpoints never include each other; gateway.cpp hands one to the other.
class Endpoint : public QObject {
    Q_OBJECT

public:
    using QObject::QObject;
    using NewClient = std::function<void(std::unique_ptr<Transport>, ClientInfo)>;

    /// Who takes each new client; set before start().
    void onNewClient(NewClient take) { m_take = std::move(take); }

    virtual Result<void> start() = 0;
    /// Takes no more clients, and tells those there are that the gateway goes down on purpose.
    virtual void stop() = 0;

protected:
    NewClient m_take;
};

} // namespace pasarela::mcp
