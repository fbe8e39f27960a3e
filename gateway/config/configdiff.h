// SPDX-License-Identifier: MIT
#pragma once

#include "gateway/config/gatewayconfig.h"

#include <vector>

namespace pasarela {

/// What a reload must do to one enclave (decisions.md, *Hot reload*).
enum class EnclaveChange {
    Added, ///< New; nothing runs yet.
    Relaunch, ///< What it is started with changed: sessions drain for 30 s, new calls go to a new one.
    Stopped, ///< Disabled or removed: sessions drain for 5 s.
    Enabled, ///< Was off.
    Touched, ///< Something else (title, names …): sessions stay, the catalogue is made anew.
};

struct EnclaveDelta {
    EnclaveId enclave;
    EnclaveChange change;
    bool operator==(const EnclaveDelta &) const = default;
};

struct ConfigDelta {
    std::vector<EnclaveDelta> enclaves; ///< By name; unchanged ones are not listed.
    bool clientsChanged = false;
    bool httpChanged = false;
    bool pausedChanged = false;
    bool relayChanged = false;
    bool hostChanged = false;
    bool generalChanged = false; ///< idleMinutes, onExternalCommand, oauth, catalogue.
    bool isEmpty() const { return *this == ConfigDelta(); }
    bool operator==(const ConfigDelta &) const = default;
};

/// Pure. What is off before and after is at most Touched: nothing of it runs.
ConfigDelta configDiff(const GatewayConfig &before, const GatewayConfig &after);

/// What decides whether two launches are the same: lower-case hexadecimal SHA-256 over command, args, cwd, allowSetuid,
/// env, passEnv, credentialEnv, headers, url and era, address, mesh host, enclave and fingerprint, scope. Part of the
/// catalogue cache's key, so it is the same on every platform and in every version.
QByteArray launchHash(const EnclaveConfig &enclave);

} // namespace pasarela
