// SPDX-License-Identifier: MIT
#pragma once

#include "gateway/config/configedit.h"

namespace pasarela {

// Edits of accounts in the configuration; each gives the hash of the new file, as ConfigEdit does. NotFound names what
// is not there.

/// InvalidInput where the name is none. Already there: nothing is written.
Result<QByteArray> addAccount(ConfigEdit &edit, const EnclaveId &enclave, const AccountId &account);
/// Takes it out of the enclave's default and of every client's choice as well.
Result<QByteArray> removeAccount(ConfigEdit &edit, const EnclaveId &enclave, const AccountId &account);
/// The account a client uses; `client` empty: everybody who has no choice of their own.
Result<QByteArray> useAccount(ConfigEdit &edit, const EnclaveId &enclave, const AccountId &account,
                              const ClientId &client);

} // namespace pasarela
