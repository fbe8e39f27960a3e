// SPDX-License-Identifier: MIT
#pragma once

#include "gateway/base/ids.h"
#include "gateway/mcp/message.h"

#include <QByteArray>
#include <QObject>

#include <functional>
#include <vector>

namespace pasarela {

/// Tools that the gateway answers itself (pasarela__status; the relay's). Relay and router meet only here.
class LocalToolProvider : public QObject {
    Q_OBJECT

public:
    using QObject::QObject;

    struct Tool {
        QByteArray name; ///< As exposed: "pasarela__status".
        QByteArray definition; ///< The whole definition as raw JSON, name included.
        bool operator==(const Tool &) const = default;
    };
    virtual std::vector<Tool> tools(const ClientId &client) const = 0;

    /// Answers a call of one of them; `arguments` is raw JSON (an object) or empty. `done` once, never before this
    /// returns.
    using Done = std::function<void(const mcp::Message &response)>;
    virtual void call(const ClientId &client, const QByteArray &name, const QByteArray &arguments, Done done) = 0;

Q_SIGNALS:
    void toolsChanged();
};

} // namespace pasarela
