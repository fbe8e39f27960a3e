// SPDX-License-Identifier: MIT
#pragma once

#include "gateway/base/result.h"
#include "gateway/config/gatewayconfig.h"
#include "gateway/session/sessionkey.h"

#include <QString>

#include <vector>

namespace pasarela {

/// Who asks, as far as the choice of a session goes.
struct Caller {
    ClientId client; ///< Its profile.
    QString project; ///< Canonical folder, or empty: no project.
    quint64 connection = 0; ///< Of this client connection; for scope "client".
    QString account; ///< Overrides the choice (the command line's --account); empty: none.
};

/// What the configuration says about routing: which enclaves a client sees, and which session its calls go to
/// (sessions.md 6 and 8). Pure.
class RoutingPolicy {
public:
    explicit RoutingPolicy(GatewayConfig config = {})
        : m_config(std::move(config))
    {
    }

    const GatewayConfig &config() const { return m_config; }
    const EnclaveConfig *enclave(const EnclaveId &id) const;

    /// Enabled enclaves that are not switched off for this client, by name.
    std::vector<EnclaveId> visibleTo(const ClientId &client) const;
    /// The accounts whose lists a client gets: the one in use, or all where the choice is open. Never empty: an enclave
    /// without accounts has the empty one.
    std::vector<AccountId> accountsFor(const Caller &caller, const EnclaveId &enclave) const;
    /// The session a call goes to; NeedsPerson, with a sentence that names the choice, where an account must be chosen
    /// first.
    Result<SessionKey> sessionFor(const Caller &caller, const EnclaveId &enclave) const;
    /// Why a client does not get this enclave, and what to do about it; empty: it does, or that is no enclave's name.
    QString whyAbsent(const ClientId &client, const EnclaveId &enclave) const;
    /// The title a person gave, else the name.
    QString titleOf(const EnclaveId &enclave) const;

private:
    GatewayConfig m_config;
};

/// The project a client works in: canonical, or empty where the folder is none of its own (/, a drive's root, the home
/// folder; decisions.md, *Clients and names*).
QString projectOf(const QString &folder);

} // namespace pasarela
