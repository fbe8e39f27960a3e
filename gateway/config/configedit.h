// SPDX-License-Identifier: MIT
#pragma once

#include "gateway/base/paths.h"
#include "gateway/base/result.h"
#include "gateway/config/gatewayconfig.h"

#include <QByteArray>

#include <functional>

namespace pasarela {

/// Changes pasarela.json: lock file → read → splice → validate → atomic replace (0600, one backup) → unlock. Everything
/// that is not changed keeps its bytes. The gateway only reads; command line and tray write.
class ConfigEdit {
public:
    explicit ConfigEdit(const Paths &paths) : m_paths(paths) { }

    /// What is there: bytes, their hash, and values. A file that does not exist is an empty configuration.
    struct Snapshot {
        QByteArray bytes;
        QByteArray hash;
        GatewayConfig config;
    };
    Result<Snapshot> read() const;

    /// Each gives the hash of the new file. `expectedHash` empty: whatever is there; else Conflict where it changed.
    Result<QByteArray> addEnclave(const EnclaveId &name, const EnclaveConfig &enclave, const QByteArray &expectedHash = {});
    Result<QByteArray> removeEnclave(const EnclaveId &name, const QByteArray &expectedHash = {});
    Result<QByteArray> setEnclaveEnabled(const EnclaveId &name, bool enabled, const QByteArray &expectedHash = {});

    /// Any other change: `edit` gets the bytes and gives new ones, which must parse.
    Result<QByteArray> change(const std::function<Result<QByteArray>(const QByteArray &bytes)> &edit,
                              const QByteArray &expectedHash = {});

private:
    Paths m_paths;
};

} // namespace pasarela
