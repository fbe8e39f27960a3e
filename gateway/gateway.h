// SPDX-License-Identifier: MIT
#pragma once

#include "gateway/accountcontrol.h"
#include "gateway/audit/auditlog.h"
#include "gateway/audit/callstats.h"
#include "gateway/base/paths.h"
#include "gateway/base/result.h"
#include "gateway/base/secretmask.h"
#include "gateway/catalog/toolcatalog.h"
#include "gateway/config/configdiff.h"
#include "gateway/config/configwatcher.h"
#include "gateway/control/controlhandler.h"
#include "gateway/control/controlserver.h"
#include "gateway/credentials/credentialindex.h"
#include "gateway/credentials/credentialstore.h"
#include "gateway/downstream/bridgeendpoint.h"
#include "gateway/launch/instancelock.h"
#include "gateway/router/router.h"
#include "gateway/runfolderwatch.h"
#include "gateway/session/accountcredentials.h"
#include "gateway/session/sessionpool.h"
#include "gateway/statustool.h"
#include "gateway/upstream/enclavetransports.h"

#include <QDateTime>
#include <QObject>

#include <memory>

namespace pasarela {

/// The gateway: owns every part, wires them to each other, and knows the order in which they start and stop. Made only
/// while the instance lock is held.
class Gateway : public QObject, private ControlHandler {
    Q_OBJECT

public:
    Gateway(const Paths &paths, std::unique_ptr<InstanceLock> lock, QObject *parent = nullptr);
    ~Gateway() override;

    /// Listens; from then on clients are served. An error names what could not be opened.
    Result<void> start();
    /// Goes down in good order and emits stopped(): bridges are told, servers end, at most some seconds later; at once
    /// where it is asked a second time.
    void shutdown(const QString &reason) override;
    /// Hides the secrets in use; for the log.
    SecretMask &mask() { return m_mask; }

Q_SIGNALS:
    void stopped();

private:
    Snapshot snapshot() const override;
    Result<QByteArray> reload() override;
    void listTools(const QString &client, Done done) override;
    void callTool(const QString &client, const QString &account, const QString &tool, const Json &arguments,
                  std::chrono::seconds timeout, Done done) override;
    Result<void> restartEnclave(const QString &name) override;
    Json accounts() const override;
    void setCredential(const QString &enclave, const QString &account, const QString &field, Secret value,
                       Done done) override;
    void removeCredentials(const QString &enclave, const QString &account, Done done) override;
    void tryEnclave(const Json &definition, const Json &secrets, std::chrono::seconds timeout, Done done) override;

    /// What was there when the gateway started waits for its first use; what is added later is started once.
    enum class Apply { AtTheStart, Later };
    void applyConfig(const GatewayConfig &before, Apply when);
    void setCatalogueLaunches(const GatewayConfig &before, const GatewayConfig &now);
    /// Takes back what somebody removed from the run folder; goes down where another gateway has it.
    void holdOn();
    void recordExit(const QString &reason) const;
    void onCallEnded(AuditEvent event);

    Paths m_paths;
    std::unique_ptr<InstanceLock> m_lock;
    QByteArray m_epoch;
    QDateTime m_since;
    bool m_stopping = false;
    AuditLog m_audit;
    CallStats m_callStats;
    ConfigWatcher m_config;
    SecretMask m_mask;
    CredentialIndex m_credentialIndex;
    std::unique_ptr<CredentialStore> m_credentialStore;
    AccountCredentials m_credentials;
    EnclaveTransports m_transports;
    SessionPool m_pool;
    ToolCatalog m_catalog;
    Router m_router;
    AccountControl m_accounts;
    StatusTool m_status;
    BridgeEndpoint m_bridges;
    ControlServer m_control;
    std::unique_ptr<RunFolderWatch> m_runFolder; ///< Once everything is there.
};

} // namespace pasarela
