// SPDX-License-Identifier: MIT
#pragma once

#include "gateway/base/result.h"
#include "gateway/catalog/serverlists.h"
#include "gateway/config/gatewayconfig.h"
#include "gateway/upstream/transportfactory.h"
#include "gateway/upstream/upstreamsession.h"

#include <QObject>
#include <QTimer>

#include <chrono>
#include <functional>
#include <memory>

namespace pasarela {

/// Starts an enclave once outside pool and catalogue, asks for its lists, and ends its whole process tree
/// (decisions.md, *Seams*: `enclave.trial`).
class EnclaveTrial : public QObject {
    Q_OBJECT

public:
    /// Exactly once, never before this returns. The error's detail says what the program said last.
    using Done = std::function<void(Result<ServerLists>)>;
    static void start(TransportFactory &factory, const EnclaveConfig &enclave, const LaunchContext &context,
                      std::chrono::milliseconds timeout, QObject *parent, Done done);

private:
    EnclaveTrial(QObject *parent, Done done);
    void begin(std::unique_ptr<mcp::Transport> transport, std::chrono::milliseconds timeout);
    void onStateChanged(UpstreamSession::State state);
    void finish(Result<ServerLists> result);

    std::unique_ptr<UpstreamSession> m_session;
    std::chrono::milliseconds m_timeout{};
    QTimer m_deadline;
    Done m_done;
};

} // namespace pasarela
