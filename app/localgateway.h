// SPDX-License-Identifier: MIT
#pragma once

#include "app/gatewayaccess.h"

#include "gateway/base/paths.h"
#include "gateway/launch/startfailure.h"

#include <QFileSystemWatcher>

#include <memory>
#include <optional>

namespace pasarela {

class ProcessWatch;

/// The gateway of these paths. Started by us or found running makes no difference: it is a control connection and a
/// handle on the process that the handshake named (decisions.md, *Adoption*).
class LocalGateway : public GatewayAccess {
    Q_OBJECT

public:
    explicit LocalGateway(const Paths &paths, QObject *parent = nullptr);
    ~LocalGateway() override;

    void look() override;
    Result<void> launch() override;
    void askToLeave(const QString &reason) override;
    void terminate() override;
    void kill() override;
    void forget() override;
    std::optional<StopWish> stopWish() const override;
    void recordStopWish() override;
    void removeStopWish() override;

private:
    void dropClient();
    void onConnected(quint64 attempt, const Result<GatewayIdentity> &identity);
    void onSubscribed(const GatewayIdentity &identity, const Result<Snapshot> &snapshot);
    void onDisconnected();
    void watchFolders();
    void onFolderChanged(const QString &folder);

    Paths m_paths;
    std::unique_ptr<ControlClient> m_client;
    std::unique_ptr<ProcessWatch> m_process;
    std::optional<StartFailure> m_failure; ///< Of the gateway that was launched last, until one answers.
    QFileSystemWatcher m_folders;
    bool m_wishStands = false;
    bool m_looking = false;
    quint64 m_attempt = 0; ///< Answers of a client that was dropped are told apart by it.
};

} // namespace pasarela
