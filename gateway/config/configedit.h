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
    explicit ConfigEdit(const Paths &paths)
        : m_paths(paths)
    {
    }

    /// What is there: bytes, their hash, and values. A file that does not exist is an empty configuration.
    struct Snapshot {
        QByteArray bytes;
        QByteArray hash;
        GatewayConfig config;
    };
    /// InvalidInput where the file is broken: all problems, one `FILE:LINE:COL: …` a line.
    Result<Snapshot> read() const;

    // Each gives the hash of the new file. `expectedHash` empty: whatever is there; else Conflict where it changed. A
    // broken file is never written to; InvalidInput where it or the outcome is broken; Timeout where another writer
    // does not let go.

    /// AlreadyExists, or InvalidInput with what is wrong with the enclave or its name.
    Result<QByteArray> addEnclave(const EnclaveId &name, const EnclaveConfig &enclave,
                                  const QByteArray &expectedHash = {});
    /// NotFound. Takes it out of every client's choice of accounts as well, so that another enclave of the same name
    /// starts afresh.
    Result<QByteArray> removeEnclave(const EnclaveId &name, const QByteArray &expectedHash = {});
    /// NotFound. Already so: nothing is written.
    Result<QByteArray> setEnclaveEnabled(const EnclaveId &name, bool enabled, const QByteArray &expectedHash = {});

    /// Any other change: `edit` gets the bytes, a JSON object, and gives new ones, which must parse. The same bytes:
    /// nothing is written.
    using Edit = std::function<Result<QByteArray>(const Snapshot &before)>;
    Result<QByteArray> change(const Edit &edit, const QByteArray &expectedHash = {});

private:
    Result<QByteArray> changeLocked(const Edit &edit, const QByteArray &expectedHash);

    Paths m_paths;
};

} // namespace pasarela
