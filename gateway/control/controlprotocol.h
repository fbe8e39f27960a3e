// SPDX-License-Identifier: MIT
#pragma once

#include <QString>

// The control socket: newline-framed JSON-RPC 2.0. `hello` comes first; `status` and `shutdown` stay as they are for ever,
// so that a new tray app can always talk an old gateway into leaving (decisions.md, *Versions*).
namespace pasarela::control {

inline constexpr int protocolVersion = 1;
inline constexpr qsizetype lineLimit = 16 * 1024 * 1024;

/// Read: looks only. Operate: acts within what the person already allowed. Consent: a person's word (spec/security.md).
enum class Access { Read, Operate, Consent };

namespace method {
inline constexpr char hello[] = "hello";                     ///< {protocol, version, program} → {protocol, version, pid, startTime}
inline constexpr char status[] = "status";                   ///< → Snapshot
inline constexpr char subscribe[] = "subscribe";             ///< {topics:["snapshot","log",…]} → Snapshot; then notifications
inline constexpr char shutdown[] = "shutdown";               ///< {reason:"user"|"restart"|"upgrade"} → {}; operate
inline constexpr char reload[] = "reload";                   ///< {hash?} → {hash}; InvalidInput with all problems; operate
inline constexpr char tools[] = "tools";                     ///< {client?} → {tools:[…]} as that client gets them
inline constexpr char call[] = "call";                       ///< {client?, account?, tool, arguments, timeout?} → result; operate
inline constexpr char enclaveRestart[] = "enclave.restart";  ///< {name} → {}; operate
inline constexpr char enclaveTrial[] = "enclave.trial";      ///< {definition, secrets, timeout} → {tools} or error; operate
} // namespace method

namespace event {
inline constexpr char delta[] = "delta";                     ///< SnapshotDelta
inline constexpr char leaving[] = "leaving";                 ///< {reason}: the gateway goes down on purpose
} // namespace event

/// Who may ask for what; nothing: no such method.
Access accessOf(const QString &methodName);
bool isKnown(const QString &methodName);

} // namespace pasarela::control
