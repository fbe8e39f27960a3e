// SPDX-License-Identifier: MIT
#pragma once

#include <QByteArrayView>
#include <QString>

#include <chrono>
#include <optional>

namespace pasarela {

/// Who answered the control handshake.
struct GatewayIdentity {
    int protocol = 0;
    QString version;
    qint64 processId = 0;
    qint64 startTime = 0; ///< With the pid it names one process for good (base/processinfo).
    bool leaving = false; ///< It goes down and starts nothing any more; another may follow once it is gone.
};

} // namespace pasarela

// The control socket: newline-framed JSON-RPC 2.0. `hello` comes first; `status` and `shutdown` stay as they are for
// ever, so that a new tray app can always talk an old gateway into leaving (decisions.md, *Versions*).
namespace pasarela::control {

inline constexpr int protocolVersion = 1;
inline constexpr qsizetype lineLimit = qsizetype{16} * 1024 * 1024;

/// Read: looks only. Operate: acts within what the person already allowed. Consent: a person's word (spec/security.md).
enum class Access { Read, Operate, Consent };

namespace method {
inline constexpr char hello[] =
    "hello"; ///< {protocol, version, program} → {protocol, version, pid, startTime, leaving}
inline constexpr char status[] = "status"; ///< → Snapshot
inline constexpr char subscribe[] = "subscribe"; ///< {topics?:["snapshot"]} → Snapshot; then events
inline constexpr char shutdown[] = "shutdown"; ///< {reason?:"user"|"restart"|"upgrade"} → {}; operate
inline constexpr char reload[] = "reload"; ///< {hash?} → {hash}; InvalidInput with all problems; operate
inline constexpr char tools[] = "tools"; ///< {client?} → {tools:[…]} as that client gets them
inline constexpr char call[] = "call"; ///< {client?, account?, tool, arguments?, timeout?} → CallToolResult; operate
inline constexpr char enclaveRestart[] = "enclave.restart"; ///< {name} → {}; operate
inline constexpr char enclaveTrial[] =
    "enclave.trial"; ///< {definition, secrets?, timeout?} → {tools} or error; operate
inline constexpr char accountList[] = "account.list"; ///< → {accounts:[…], orphans:[…]}
inline constexpr char accountSet[] = "account.set"; ///< {enclave, account, field?, secret} → {field, sameAs}; operate
inline constexpr char accountRemove[] = "account.remove"; ///< {enclave, account} → {}: its secrets are gone; operate
} // namespace method

namespace event {
inline constexpr char delta[] = "delta"; ///< SnapshotDelta; to subscribers
inline constexpr char leaving[] = "leaving"; ///< {reason}: the gateway goes down on purpose; to everybody
} // namespace event

/// Of a `call` and of a trial where the asker names none; on the wire `timeout` is a number of seconds.
inline constexpr std::chrono::seconds defaultCallTimeout{600};
inline constexpr std::chrono::seconds defaultTrialTimeout{120};
/// What a call may wait for its session besides (decisions.md, *Processes*).
inline constexpr std::chrono::seconds sessionWait{60};

/// What a method needs; nothing: no such method.
std::optional<Access> accessOf(QByteArrayView methodName);

/// Whether a peer that speaks another protocol number may ask for it: what stays as it is for ever.
bool isEternal(QByteArrayView methodName);

} // namespace pasarela::control
