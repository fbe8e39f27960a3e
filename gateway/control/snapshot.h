// SPDX-License-Identifier: MIT
#pragma once

#include <QByteArray>
#include <QDateTime>
#include <QMap>
#include <QMetaType>
#include <QString>
#include <QStringList>

#include <optional>
#include <vector>

namespace pasarela {

// The gateway's state as plain values, for the tray app, `status` and `pasarela__status`. JSON in snapshot.cpp; the
// names there are stable (`status --json`).

/// Worked out from facts, never stored (architecture.md, *States*; decisions.md, *Enclave state from several
/// sessions*).
enum class EnclaveState {
    NeedsApproval, ///< The person has not yet said that this program may run.
    Disabled, ///< Switched off.
    Idle, ///< Ready to be used; started on the first call.
    Starting, ///< The program is starting.
    Ready, ///< Works.
    Degraded, ///< Works for some accounts, not for others.
    Waiting, ///< Did not start; is tried again at `retryAt`.
    NeedsCredential, ///< A key is missing.
    NeedsSignIn, ///< Sign-in is missing or has ended.
    NeedsTrust, ///< Its identity changed.
    Failed, ///< Does not work until a person acts.
};

struct ErrorView {
    QString code; ///< "P-202"; empty: none.
    QString text; ///< English sentence.
    QString lastWords; ///< What the program said last.
    bool operator==(const ErrorView &) const = default;
};

struct EnclaveView {
    QString name;
    QString title;
    EnclaveState state = EnclaveState::Idle;
    QString kind; ///< "stdio", "http", "grpc", "mesh"
    int tools = 0;
    int prompts = 0;
    int resources = 0;
    QStringList accounts;
    QDateTime retryAt; ///< While Waiting.
    ErrorView lastError;
    bool operator==(const EnclaveView &) const = default;
};

struct SessionView {
    QString enclave;
    QString account; ///< Empty: none.
    QString scope;
    QString state; ///< "connecting" … "closed"
    qint64 processId = 0;
    qint64 rss = 0; ///< Bytes; 0: not known.
    quint64 calls = 0;
    double p50 = 0; ///< Milliseconds; 0: no calls yet.
    double p95 = 0;
    bool operator==(const SessionView &) const = default;
};

struct ClientView {
    quint64 id = 0;
    QString name; ///< Profile: "claude-desktop"
    QString title; ///< From MCP's clientInfo: "claude-ai 0.1.0"
    QString transport; ///< "bridge", "http", "control"
    QString project;
    qint64 processId = 0;
    QDateTime since;
    QMap<QString, QString> accounts; ///< Enclave → account in use.
    bool operator==(const ClientView &) const = default;
};

struct GatewayView {
    qint64 processId = 0;
    qint64 startTime = 0; ///< Of the process, in the platform's own unit (base/processinfo): with the pid it is unique.
    QString version;
    QDateTime since;
    qint64 rss = 0; ///< Bytes.
    QString configFile;
    QString
        configHash; ///< Of the configuration in use; empty: none could be read, neither the file nor the last good one.
    QStringList problems; ///< `FILE:LINE:COL: …` of a configuration that could not be taken; empty: all is well.
    QString paused; ///< As in the configuration.
    bool operator==(const GatewayView &) const = default;
};

struct RelayView {
    int unread = 0;
    QStringList peers;
    bool operator==(const RelayView &) const = default;
};

struct Snapshot {
    GatewayView gateway;
    std::vector<EnclaveView> enclaves; ///< By name.
    std::vector<SessionView> sessions; ///< By enclave, account, scope.
    std::vector<ClientView> clients; ///< By id.
    RelayView relay;
    bool operator==(const Snapshot &) const = default;
};

/// As in JSON: "needsApproval".
QString toName(EnclaveState state);
std::optional<EnclaveState> enclaveStateFrom(const QString &name);

QByteArray toJson(const Snapshot &snapshot, bool indented = false);
/// Members that this version does not know are left out, missing ones are empty, an unknown state is Failed; nothing
/// where a member has another type.
std::optional<Snapshot> snapshotFromJson(const QByteArray &json);

/// What changed between two snapshots: whole rows that are new or different, and keys of rows that are gone. All rows
/// of a key travel together (a session that drains and its successor have the same one).
struct SnapshotDelta {
    std::optional<GatewayView> gateway;
    std::optional<RelayView> relay;
    std::vector<EnclaveView> enclaves;
    QStringList enclavesGone;
    std::vector<SessionView> sessions;
    std::vector<SessionView> sessionsGone; ///< Only enclave, account and scope are set.
    std::vector<ClientView> clients;
    std::vector<quint64> clientsGone;
    bool isEmpty() const;
    bool operator==(const SnapshotDelta &) const = default;
};
/// apply(before, difference(before, after)) gives `after`, where the rows of both are in order.
SnapshotDelta difference(const Snapshot &before, const Snapshot &after);
void apply(Snapshot &snapshot, const SnapshotDelta &delta);
QByteArray toJson(const SnapshotDelta &delta);
std::optional<SnapshotDelta> deltaFromJson(const QByteArray &json);

} // namespace pasarela

Q_DECLARE_METATYPE(pasarela::Snapshot)
