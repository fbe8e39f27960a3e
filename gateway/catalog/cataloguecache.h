// SPDX-License-Identifier: MIT
#pragma once

#include "gateway/base/ids.h"
#include "gateway/base/result.h"
#include "gateway/catalog/serverlists.h"

#include <QString>

#include <optional>

namespace pasarela {

/// The last known lists on disk, one file for each (enclave, account): `<folder>/<enclave>/<account|_>.json`. A file of
/// another launch hash is as good as none. Nothing here is precious: what cannot be read is fetched again.
class CatalogueCache {
public:
    explicit CatalogueCache(QString folder)
        : m_folder(std::move(folder))
    {
    }

    std::optional<ServerLists> read(const EnclaveId &enclave, const AccountId &account,
                                    const QByteArray &launchHash) const;
    Result<void> write(const EnclaveId &enclave, const AccountId &account, const QByteArray &launchHash,
                       const ServerLists &lists) const;
    /// Deletes files that were not written for 30 days and whose enclave is not in `kept`.
    void sweep(const std::vector<EnclaveId> &kept) const;

private:
    QString fileOf(const EnclaveId &enclave, const AccountId &account) const;
    QString m_folder;
};

} // namespace pasarela
