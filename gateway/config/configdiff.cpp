// SPDX-License-Identifier: MIT
#include "gateway/config/configdiff.h"

#include <QCryptographicHash>

#include <optional>

namespace pasarela {

namespace {

/// Feeds values into a hash so that no two different lists of values give the same bytes: each with its length before
/// it.
class LaunchDigest {
public:
    void add(const QString &text)
    {
        const QByteArray bytes = text.toUtf8();
        add(bytes.size());
        m_hash.addData(bytes);
    }
    void add(qint64 number) { m_hash.addData(QByteArray::number(number) + ':'); }
    void add(const QStringList &list)
    {
        add(list.size());
        for (const QString &text : list)
            add(text);
    }
    void add(const QMap<QString, QString> &map)
    {
        add(map.keys());
        add(map.values());
    }
    void add(const StdioLaunch &launch)
    {
        add(launch.command);
        add(launch.args);
    }
    void add(const HttpLaunch &launch)
    {
        add(launch.url);
        add(qint64(launch.era));
    }
    void add(const GrpcLaunch &launch) { add(launch.address); }
    void add(const MeshLaunch &launch)
    {
        add(launch.host);
        add(launch.enclave);
        add(launch.fingerprint);
    }
    QByteArray hex() const { return m_hash.result().toHex(); }

private:
    QCryptographicHash m_hash{QCryptographicHash::Sha256};
};

std::optional<EnclaveChange> changeOf(const EnclaveConfig &before, const EnclaveConfig &after)
{
    if (before == after)
        return std::nullopt;
    if (before.enabled && !after.enabled)
        return EnclaveChange::Stopped;
    if (!before.enabled && after.enabled)
        return EnclaveChange::Enabled;
    if (after.enabled && launchHash(before) != launchHash(after))
        return EnclaveChange::Relaunch;
    return EnclaveChange::Touched;
}

} // namespace

QByteArray launchHash(const EnclaveConfig &enclave)
{
    LaunchDigest digest;
    digest.add(qint64(enclave.launch.index()));
    std::visit([&digest](const auto &launch) { digest.add(launch); }, enclave.launch);
    digest.add(enclave.cwd);
    digest.add(qint64(enclave.allowSetuid));
    digest.add(enclave.env);
    digest.add(enclave.passEnv);
    digest.add(enclave.credentialEnv);
    digest.add(enclave.headers);
    digest.add(qint64(enclave.scope));
    return digest.hex();
}

ConfigDelta configDiff(const GatewayConfig &before, const GatewayConfig &after)
{
    ConfigDelta delta;
    QMap<EnclaveId, EnclaveChange> changes; // by name
    for (auto enclave = before.enclaves.begin(); enclave != before.enclaves.end(); ++enclave) {
        const auto now = after.enclaves.find(enclave.key());
        if (now == after.enclaves.end())
            changes.insert(enclave.key(), EnclaveChange::Stopped);
        else if (const auto change = changeOf(*enclave, *now))
            changes.insert(enclave.key(), *change);
    }
    for (auto enclave = after.enclaves.begin(); enclave != after.enclaves.end(); ++enclave) {
        if (!before.enclaves.contains(enclave.key()))
            changes.insert(enclave.key(), EnclaveChange::Added);
    }
    for (auto change = changes.begin(); change != changes.end(); ++change)
        delta.enclaves.push_back({change.key(), *change});

    delta.clientsChanged = before.clients != after.clients;
    delta.httpChanged = before.http != after.http;
    delta.pausedChanged = before.paused != after.paused;
    delta.relayChanged = before.relay != after.relay;
    delta.hostChanged = before.host != after.host;
    delta.generalChanged = before.idleMinutes != after.idleMinutes
        || before.onExternalCommand != after.onExternalCommand
        || before.oauthBrowserCommand != after.oauthBrowserCommand || before.catalogue != after.catalogue;
    return delta;
}

} // namespace pasarela
