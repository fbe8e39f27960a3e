// SPDX-License-Identifier: MIT
#pragma once

#include "gateway/base/secretmask.h"
#include "gateway/upstream/childkeeper.h"
#include "gateway/upstream/loginshellpath.h"
#include "gateway/upstream/transportfactory.h"

namespace pasarela {

/// The transports of real enclaves: local programs. Remote ones come with later parts.
class EnclaveTransports : public TransportFactory {
public:
    struct Options {
        LoginShellPath::Options search;
        const SecretMask *mask = nullptr; ///< Hides secrets in what programs print; outlives them.
        QString recordFolder; ///< childRecordFolder(); empty: no records.
        ChildProcess::Patience patience;
    };
    explicit EnclaveTransports(Options options);
    ~EnclaveTransports() override;

    /// For this user and these records: own environment, home folder, login shell.
    static Options optionsOfThisUser(const QString &recordFolder);

    Result<std::unique_ptr<mcp::Transport>> make(const EnclaveConfig &enclave, const LaunchContext &context) override;
    bool isQuiet() const override { return m_keeper.isEmpty(); }

private:
    Options m_options;
    LoginShellPath m_searchPath;
    ChildKeeper m_keeper;
};

/// Where childrecord.h keeps its notes, in a gateway's run folder (Paths::runDir()).
QString childRecordFolder(const QString &runFolder);

/// The folder an enclave's child runs in: its private one, the one configured, or the client's project where the
/// enclave asks for that and is no package runner (sessions.md 6).
Result<QString> workingFolder(const EnclaveConfig &enclave, const LaunchContext &context, const QString &home);

} // namespace pasarela
