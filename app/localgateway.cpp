// SPDX-License-Identifier: MIT
#include "app/localgateway.h"

#include "app/processwatch.h"

#include "gateway/base/logging.h"
#include "gateway/control/controlprotocol.h"
#include "gateway/launch/gatewaylauncher.h"

#include <QFileInfo>
#include <QJsonDocument>
#include <QJsonObject>

#include <utility>

namespace pasarela {
namespace {

// A gateway that holds its socket and does not answer for this long counts as none.
constexpr std::chrono::seconds handshakeTime{3};
constexpr std::chrono::seconds shutdownTime{3};

void warnOf(const Result<void> &result)
{
    if (!result)
        qCWarning(lcApp, "%s", qUtf8Printable(result.error().detail));
}

} // namespace

LocalGateway::LocalGateway(const Paths &paths, QObject *parent)
    : GatewayAccess(parent)
    , m_paths(paths)
{
    m_wishStands = stopWish().has_value();
    connect(&m_folders, &QFileSystemWatcher::directoryChanged, this, &LocalGateway::onFolderChanged);
    watchFolders();
}

LocalGateway::~LocalGateway() = default;

void LocalGateway::watchFolders()
{
    // A folder that was removed and made again has to be added again.
    const QStringList watched = m_folders.directories();
    for (const QString &folder : {m_paths.runDir(), QFileInfo(m_paths.stopWishFile()).path()}) {
        if (!watched.contains(folder))
            m_folders.addPath(folder);
    }
}

void LocalGateway::onFolderChanged(const QString &folder)
{
    watchFolders();
    // Beside the wish there are files that are written often.
    const bool wishStood = std::exchange(m_wishStands, stopWish().has_value());
    if (folder == m_paths.runDir() || wishStood != m_wishStands)
        Q_EMIT stirred();
}

void LocalGateway::look()
{
    if (m_looking || (m_client && m_client->isConnected()))
        return;
    dropClient();
    m_looking = true;
    m_client = std::make_unique<ControlClient>(m_paths);
    connect(m_client.get(), &ControlClient::snapshotChanged, this, &LocalGateway::snapshotChanged);
    connect(m_client.get(), &ControlClient::leaving, this, &LocalGateway::leaving);
    connect(m_client.get(), &ControlClient::disconnected, this, &LocalGateway::onDisconnected);
    m_client->connectToGateway(handshakeTime, [this, attempt = m_attempt](const Result<GatewayIdentity> &identity) {
        onConnected(attempt, identity);
    });
}

void LocalGateway::onConnected(quint64 attempt, const Result<GatewayIdentity> &identity)
{
    if (attempt != m_attempt)
        return;
    if (!identity) {
        m_looking = false;
        const QString why = m_failure ? m_failure->sentence() : QString();
        Q_EMIT nobodyThere(why.isEmpty() ? identity.error() : Error{identity.error().code, why});
        return;
    }
    m_failure.reset();
    const auto done = [this, attempt, who = *identity](const Result<Snapshot> &snapshot) {
        if (attempt == m_attempt)
            onSubscribed(who, snapshot);
    };
    if (identity->protocol == control::protocolVersion) {
        m_client->subscribe(done);
        return;
    }
    // Another protocol's gateway takes `status` and `shutdown` only: enough to show it and to have it replaced.
    m_client->request(control::method::status, {}, handshakeTime, [done](const Result<QByteArray> &answer) {
        const std::optional<Snapshot> snapshot = answer ? snapshotFromJson(*answer) : std::nullopt;
        done(answer ? Result<Snapshot>(snapshot.value_or(Snapshot())) : Result<Snapshot>(answer.error()));
    });
}

void LocalGateway::onSubscribed(const GatewayIdentity &identity, const Result<Snapshot> &snapshot)
{
    m_looking = false;
    if (!snapshot) {
        Q_EMIT nobodyThere(snapshot.error());
        return;
    }
    const ProcessIdentity process{identity.processId, identity.startTime};
    if (!m_process || m_process->process() != process) {
        m_process = std::make_unique<ProcessWatch>(process);
        connect(m_process.get(), &ProcessWatch::ended, this, &LocalGateway::exited);
    }
    Q_EMIT found(identity, *snapshot);
}

void LocalGateway::onDisconnected()
{
    if (!m_looking) // else the look's own answer says it
        Q_EMIT lost();
}

void LocalGateway::dropClient()
{
    ++m_attempt;
    m_looking = false;
    if (!m_client)
        return;
    m_client->disconnect(this);
    m_client.release()->deleteLater(); // it may be the one that is calling
}

Result<void> LocalGateway::launch()
{
    m_failure.emplace();
    return launchGateway(m_paths, m_failure->file());
}

void LocalGateway::askToLeave(const QString &reason)
{
    if (!m_client)
        return;
    const QJsonObject params{{QStringLiteral("reason"), reason}};
    m_client->request(control::method::shutdown, QJsonDocument(params).toJson(QJsonDocument::Compact), shutdownTime,
                      [](const Result<QByteArray> &answer) {
                          if (!answer)
                              qCInfo(lcApp, "shutdown was not acknowledged: %s", qUtf8Printable(answer.error().detail));
                      });
}

void LocalGateway::terminate()
{
    if (m_process)
        warnOf(m_process->terminate());
}

void LocalGateway::kill()
{
    if (m_process)
        warnOf(m_process->kill());
}

void LocalGateway::forget()
{
    dropClient();
    if (m_process) {
        m_process->disconnect(this);
        m_process.release()->deleteLater();
    }
}

std::optional<StopWish> LocalGateway::stopWish() const
{
    return StopWish::read(m_paths);
}

void LocalGateway::recordStopWish()
{
    warnOf(StopWish::record(m_paths, QStringLiteral("tray")));
}

void LocalGateway::removeStopWish()
{
    warnOf(StopWish::remove(m_paths));
}

} // namespace pasarela
