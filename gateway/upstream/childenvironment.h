// SPDX-License-Identifier: MIT
#pragma once

#include "gateway/config/gatewayconfig.h"

namespace pasarela {

/// What a child's environment is made of, besides its enclave's configuration.
struct EnvironmentSources {
    Environment parent; ///< The gateway's own; only what is named passes.
    QString searchPath; ///< PATH of the child, unless the enclave sets one of its own.
    Environment credentials; ///< Variables with secrets of the account; nothing else may set these names.
    Qt::CaseSensitivity names = Qt::CaseSensitive; ///< How variables are told apart (ChildPlatform).
    QStringList platform; ///< What nothing can run without (ChildPlatform).
};

/// The whole environment of an enclave's child (sessions.md 2): PATH, the platform's list, what a package runner cannot
/// work without, `passEnv`, `env`, and the account's credentials, later ones winning. Pure.
Environment childEnvironment(const EnclaveConfig &enclave, const EnvironmentSources &from);

/// This process's own environment.
Environment ownEnvironment();

} // namespace pasarela
