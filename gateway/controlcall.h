// SPDX-License-Identifier: MIT
#pragma once

#include "gateway/base/result.h"
#include "gateway/router/router.h"

#include <QObject>

#include <chrono>
#include <functional>
#include <memory>

namespace pasarela {

/// One tool call from the control socket: a client of the router over a loopback transport, gone with its answer. Goes
/// the way of every client's call, so that names, policy and accounts hold.
class ControlCall : public QObject {
    Q_OBJECT

public:
    struct Request {
        QString client; ///< Profile; empty: generic.
        QString account; ///< Overrides the client's choice.
        QString tool;
        QByteArray arguments; ///< A JSON object.
        std::chrono::milliseconds timeout{
            60000}; ///< From when the server has it; control::sessionWait may go by before.
    };
    /// The CallToolResult, raw JSON. Exactly once, never before this returns.
    using Done = std::function<void(Result<QByteArray>)>;
    static void start(Router &router, const Request &request, QObject *parent, Done done);

private:
    ControlCall(const Request &request, QObject *parent, Done done);
    void onReceived(const mcp::Message &message);
    void finish(Result<QByteArray> result);

    Request m_request;
    Done m_done;
    std::unique_ptr<mcp::Transport> m_transport;
    QTimer m_deadline;
};

} // namespace pasarela
