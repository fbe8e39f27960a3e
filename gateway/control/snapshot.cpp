// SPDX-License-Identifier: MIT
#include "gateway/control/snapshot.h"

#include <algorithm>
#include <map>
#include <set>
#include <tuple>

namespace pasarela {

namespace {

// What a row is found by. Two sessions may share a key: one drains while its successor starts.
QString keyOf(const EnclaveView &row)
{
    return row.name;
}

std::tuple<QString, QString, QString> keyOf(const SessionView &row)
{
    return {row.enclave, row.account, row.scope};
}

quint64 keyOf(const ClientView &row)
{
    return row.id;
}

template<typename Row> using KeyOf = decltype(keyOf(std::declval<Row>()));

template<typename Row> std::map<KeyOf<Row>, std::vector<Row>> byKey(const std::vector<Row> &rows)
{
    std::map<KeyOf<Row>, std::vector<Row>> groups;
    for (const Row &row : rows)
        groups[keyOf(row)].push_back(row);
    return groups;
}

/// All rows of every key under which anything is new or different, and the keys that are gone.
template<typename Row>
void compare(const std::vector<Row> &before, const std::vector<Row> &after, std::vector<Row> &changed,
             std::vector<KeyOf<Row>> &gone)
{
    if (before == after)
        return;
    const auto old = byKey(before);
    const auto now = byKey(after);
    for (const auto &[key, rows] : now) {
        const auto same = old.find(key);
        if (same == old.end() || same->second != rows)
            changed.insert(changed.end(), rows.begin(), rows.end());
    }
    for (const auto &[key, rows] : old) {
        if (!now.contains(key))
            gone.push_back(key);
    }
}

template<typename Row>
void replaceRows(std::vector<Row> &rows, const std::vector<Row> &changed, std::set<KeyOf<Row>> gone)
{
    for (const Row &row : changed)
        gone.insert(keyOf(row));
    std::erase_if(rows, [&gone](const Row &row) { return gone.contains(keyOf(row)); });
    rows.insert(rows.end(), changed.begin(), changed.end());
    std::stable_sort(rows.begin(), rows.end(), [](const Row &a, const Row &b) { return keyOf(a) < keyOf(b); });
}

} // namespace

bool SnapshotDelta::isEmpty() const
{
    return *this == SnapshotDelta();
}

SnapshotDelta difference(const Snapshot &before, const Snapshot &after)
{
    SnapshotDelta delta;
    if (before.gateway != after.gateway)
        delta.gateway = after.gateway;
    if (before.relay != after.relay)
        delta.relay = after.relay;

    std::vector<QString> enclavesGone;
    compare(before.enclaves, after.enclaves, delta.enclaves, enclavesGone);
    delta.enclavesGone = QStringList(enclavesGone.begin(), enclavesGone.end());

    std::vector<KeyOf<SessionView>> sessionsGone;
    compare(before.sessions, after.sessions, delta.sessions, sessionsGone);
    for (const auto &[enclave, account, scope] : sessionsGone) {
        SessionView row;
        row.enclave = enclave;
        row.account = account;
        row.scope = scope;
        delta.sessionsGone.push_back(row);
    }

    compare(before.clients, after.clients, delta.clients, delta.clientsGone);
    return delta;
}

void apply(Snapshot &snapshot, const SnapshotDelta &delta)
{
    if (delta.gateway)
        snapshot.gateway = *delta.gateway;
    if (delta.relay)
        snapshot.relay = *delta.relay;
    replaceRows(snapshot.enclaves, delta.enclaves, {delta.enclavesGone.begin(), delta.enclavesGone.end()});
    std::set<KeyOf<SessionView>> sessionsGone;
    for (const SessionView &row : delta.sessionsGone)
        sessionsGone.insert(keyOf(row));
    replaceRows(snapshot.sessions, delta.sessions, sessionsGone);
    replaceRows(snapshot.clients, delta.clients, {delta.clientsGone.begin(), delta.clientsGone.end()});
}

} // namespace pasarela
