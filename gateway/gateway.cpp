// SPDX-License-Identifier: MIT
#include "gateway/gateway.h"

#include "gateway/audit/auditfiles.h"
#include "gateway/base/atomicfile.h"
#include "gateway/base/jsonview.h"
#include "gateway/base/logging.h"
#include "gateway/base/processinfo.h"
#include "gateway/control/shutdowntimes.h"
#include "gateway/controlcall.h"
#include "gateway/credentials/credentialsfile.h"
#include "gateway/credentials/keychainstore.h"
#include "gateway/enclavetrial.h"
#include "gateway/launch/stopwish.h"
#include "gateway/snapshotbuilder.h"
#include "gateway/trialrequest.h"
#include "gateway/upstream/childprocess.h"

#include <QCoreApplication>
#include <QFileInfo>
#include <QRandomGenerator>

#include <algorithm>

namespace pasarela {

using namespace std::chrono_literals;

namespace {

constexpr auto listToolsMayTake = 30s;
constexpr ChildProcess::Patience childGets;
static_assert(sessionsMayTake > childGets.closing + childGets.terminating);

QByteArray randomEpoch()
{
    return QByteArray::number(QRandomGenerator::system()->generate64(), 36);
}

GatewayIdentity ownIdentity()
{
    const qint64 processId = QCoreApplication::applicationPid();
    return {control::protocolVersion, QStringLiteral(PASARELA_VERSION), processId, processStartTime(processId)};
}

/// The keychain, or the file that a machine without one names.
std::unique_ptr<CredentialStore> storeFor(CredentialIndex &index)
{
    const QString file = qEnvironmentVariable("PASARELA_CREDENTIALS_FILE");
    if (!file.isEmpty())
        return std::make_unique<CredentialsFile>(file);
    return std::make_unique<KeychainStore>(index, systemKeychain);
}

EnclaveTransports::Options transportOptions(const Paths &paths, const SecretMask &mask)
{
    EnclaveTransports::Options options = EnclaveTransports::optionsOfThisUser(childRecordFolder(paths.runDir()));
    options.mask = &mask;
    return options;
}

AuditOptions auditIn(const Paths &paths)
{
    AuditOptions options;
    options.folder = auditFolder(paths);
    return options;
}

} // namespace

Gateway::Gateway(const Paths &paths, std::unique_ptr<InstanceLock> lock, QObject *parent)
    : QObject(parent)
    , m_paths(paths)
    , m_lock(std::move(lock))
    , m_epoch(randomEpoch())
    , m_since(QDateTime::currentDateTimeUtc())
    , m_audit(auditIn(paths))
    , m_config(paths)
    , m_credentialIndex(paths.credentialIndexFile())
    , m_credentialStore(storeFor(m_credentialIndex))
    , m_credentials(*m_credentialStore, m_mask)
    , m_transports(transportOptions(paths, m_mask))
    , m_pool(m_transports, m_epoch)
    , m_catalog(CatalogueCache(paths.catalogueDir()))
    , m_router(m_pool, m_catalog, m_epoch)
    , m_accounts(*m_credentialStore, m_pool, m_router)
    , m_status([this] { return snapshot(); })
    , m_bridges(paths, m_epoch)
    , m_control(*this, paths.controlSocket(), ownIdentity())
{
    m_pool.setCredentials(m_credentials);
    m_pool.setWorkRoot(m_paths.dataDir() + QStringLiteral("/work"));
    m_router.addLocalTools(m_status);
    m_router.onCallEnded([this](const AuditEvent &event) { onCallEnded(event); });
    m_bridges.onNewClient([this](std::unique_ptr<mcp::Transport> transport, mcp::ClientInfo info) {
        m_router.addClient(std::move(transport), std::move(info));
    });
    const auto changed = [this] { m_control.snapshotMayHaveChanged(); };
    connect(&m_config, &ConfigWatcher::problemsChanged, this, changed);
    connect(&m_pool, &SessionPool::factsChanged, this, changed);
    connect(&m_catalog, &ToolCatalog::learned, this, changed);
    connect(&m_catalog, &ToolCatalog::changed, this, changed);
    connect(&m_router, &Router::clientsChanged, this, changed);
    connect(&m_accounts, &AccountControl::changed, this, changed);
}

Gateway::~Gateway() = default;

Result<void> Gateway::start()
{
    m_audit.start();
    m_config.start();
    applyConfig(GatewayConfig(), Apply::AtTheStart);
    connect(&m_config, &ConfigWatcher::changed, this,
            [this](const GatewayConfig &before) { applyConfig(before, Apply::Later); });
    const QList<EnclaveId> names = m_config.config().enclaves.keys();
    CatalogueCache(m_paths.catalogueDir()).sweep({names.begin(), names.end()});
    if (auto listening = m_control.listen(); !listening)
        return listening;
    if (auto listening = m_bridges.start(); !listening)
        return listening;
    const QStringList folders{m_paths.runDir(), QFileInfo(m_paths.mcpSocket()).path()};
    m_runFolder = std::make_unique<RunFolderWatch>(folders, [this] { holdOn(); });
    qCInfo(lcGateway).noquote() << "pasarela-gateway" << PASARELA_VERSION << "is ready, pid"
                                << QCoreApplication::applicationPid();
    return {};
}

void Gateway::applyConfig(const GatewayConfig &before, Apply when)
{
    const GatewayConfig &now = m_config.config();
    const ConfigDelta delta = configDiff(before, now);
    m_pool.setConfig(now, delta);
    setCatalogueLaunches(before, now);
    m_router.setPolicy(RoutingPolicy(now));

    // What was added by hand or by command is started once, so that its tools are known before a client asks.
    std::vector<EnclaveId> fresh;
    for (const EnclaveDelta &enclave : delta.enclaves) {
        if (when == Apply::Later
            && (enclave.change == EnclaveChange::Added || enclave.change == EnclaveChange::Relaunch
                || enclave.change == EnclaveChange::Enabled))
            fresh.push_back(enclave.enclave);
    }
    m_router.fillCatalogue(fresh);
    m_control.snapshotMayHaveChanged();
}

void Gateway::setCatalogueLaunches(const GatewayConfig &before, const GatewayConfig &now)
{
    const auto keysOf = [](const GatewayConfig &config) {
        std::vector<ToolCatalog::Key> keys;
        for (auto it = config.enclaves.cbegin(); it != config.enclaves.cend(); ++it) {
            if (it->accounts.isEmpty())
                keys.push_back({it.key(), AccountId()});
            for (auto account = it->accounts.cbegin(); account != it->accounts.cend(); ++account)
                keys.push_back({it.key(), account.key()});
        }
        return keys;
    };
    const auto kept = keysOf(now);
    for (const ToolCatalog::Key &key : keysOf(before)) {
        if (std::find(kept.begin(), kept.end(), key) == kept.end())
            m_catalog.forget(key);
    }
    for (const ToolCatalog::Key &key : kept)
        m_catalog.setLaunch(key, launchHash(now.enclaves.value(key.enclave)));
}

void Gateway::holdOn()
{
    if (m_stopping)
        return;
    Result<void> held = m_lock->keep();
    if (held)
        held = m_control.keepListening();
    if (held)
        held = m_bridges.keepListening();
    if (!held)
        shutdown(held.error().detail);
}

void Gateway::shutdown(const QString &reason)
{
    if (std::exchange(m_stopping, true)) {
        // Somebody will not wait: what still runs is ended with us.
        qCWarning(lcGateway) << "asked again: ends at once";
        Q_EMIT stopped();
        return;
    }
    qCInfo(lcGateway).noquote() << "going down:" << reason;
    if (reason == QLatin1String("upgrade")) {
        if (const auto held = recordUpgradeHold(m_paths); !held)
            qCWarning(lcGateway).noquote() << held.error().detail;
    }
    recordExit(reason);
    m_control.leave(reason);
    m_bridges.stop();
    m_router.closeClients();
    m_audit.flush();
    m_pool.closeAll(sessionsMayTake, [this] { Q_EMIT stopped(); });
}

void Gateway::recordExit(const QString &reason) const
{
    const QByteArray text = R"({"reason":)" + jsonQuoted(reason) + R"(,"pid":)"
        + QByteArray::number(QCoreApplication::applicationPid()) + R"(,"at":)"
        + jsonQuoted(QDateTime::currentDateTimeUtc().toString(Qt::ISODate)) + "}\n";
    if (const auto written = replaceFile(m_paths.lastExitFile(), text); !written)
        qCWarning(lcGateway).noquote() << written.error().detail;
}

void Gateway::onCallEnded(AuditEvent event)
{
    if (m_stopping && event.outcome == CallOutcome::ClientLeft)
        event.outcome = CallOutcome::Stopped; // it was us who left
    m_audit.record(event);
    m_callStats.record(event);
}

Snapshot Gateway::snapshot() const
{
    Snapshot snapshot = buildSnapshot(m_router, m_pool, m_catalog, m_callStats, m_credentials);
    GatewayView &view = snapshot.gateway;
    view.processId = QCoreApplication::applicationPid();
    view.startTime = processStartTime(view.processId);
    view.version = QStringLiteral(PASARELA_VERSION);
    view.since = m_since;
    view.rss = residentBytes(view.processId);
    view.configFile = m_paths.configFile();
    view.configHash = QString::fromLatin1(m_config.loadedHash());
    for (const ConfigProblem &problem : m_config.problems())
        view.problems.append(toLine(m_paths.configFile(), problem));
    view.paused = m_config.config().paused;
    return snapshot;
}

Result<QByteArray> Gateway::reload()
{
    if (auto reloaded = m_config.reload(); !reloaded)
        return reloaded.error();
    return m_config.loadedHash();
}

void Gateway::listTools(const QString &client, Done done)
{
    m_router.listTools(ClientId(client), listToolsMayTake,
                       [done = std::move(done)](const QByteArray &list) { done(list); });
}

void Gateway::callTool(const QString &client, const QString &account, const QString &tool, const Json &arguments,
                       std::chrono::seconds timeout, Done done)
{
    ControlCall::Request request{client, account, tool, arguments, timeout};
    ControlCall::start(m_router, request, this, std::move(done));
}

Result<void> Gateway::restartEnclave(const QString &name)
{
    const EnclaveId enclave(name);
    if (!m_config.config().enclaves.contains(enclave))
        return Error{Error::Code::NotFound,
                     QStringLiteral("there is no enclave \"%1\"; \"enclave list\" names those there are").arg(name)};
    m_pool.restart(enclave);
    m_router.fillCatalogue({enclave});
    return {};
}

ControlHandler::Json Gateway::accounts() const
{
    return m_accounts.list();
}

void Gateway::setCredential(const QString &enclave, const QString &account, const QString &field, Secret value,
                            Done done)
{
    m_accounts.set(EnclaveId(enclave), AccountId(account), field, std::move(value), std::move(done));
}

void Gateway::removeCredentials(const QString &enclave, const QString &account, Done done)
{
    m_accounts.remove(EnclaveId(enclave), AccountId(account), std::move(done));
}

void Gateway::tryEnclave(const Json &definition, const Json &secrets, std::chrono::seconds timeout, Done done)
{
    const auto request = parseTrialRequest(definition, secrets, m_mask);
    if (!request) {
        QMetaObject::invokeMethod(
            this, [done = std::move(done), error = request.error()] { done(error); }, Qt::QueuedConnection);
        return;
    }
    LaunchContext context;
    context.enclave = request->name;
    context.workingDirectory = m_paths.enclaveDir(request->name.text());
    if (!request->credentials.isEmpty())
        context.credentials = [variables = request->credentials](QObject *receiver,
                                                                 std::function<void(Result<Environment>)> ready) {
            QMetaObject::invokeMethod(
                receiver, [variables, ready = std::move(ready)] { ready(variables); }, Qt::QueuedConnection);
        };
    EnclaveTrial::start(
        m_transports, request->enclave, context, timeout, this,
        [this, request = *request, done = std::move(done)](Result<ServerLists> lists) {
            if (!lists)
                return done(lists.error());
            const auto kept =
                CatalogueCache(m_paths.catalogueDir()).write(request.name, {}, launchHash(request.enclave), *lists);
            if (!kept)
                qCWarning(lcGateway).noquote() << kept.error().detail;
            done(trialAnswer(*lists));
        });
}

} // namespace pasarela
