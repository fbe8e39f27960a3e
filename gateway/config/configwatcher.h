// SPDX-License-Identifier: MIT
#pragma once

#include "gateway/base/paths.h"
#include "gateway/config/configfile.h"

#include <QFileSystemWatcher>
#include <QObject>
#include <QTimer>

#include <vector>

namespace pasarela {

/// Keeps the last good configuration, over the gateway's end too, and reads again when the file changes. Folders are
/// watched, because a watch on a file is lost after one replace: the file's own, the one above it (the folder itself
/// may be made, or replaced), and those that symbolic links lead to. The file is watched besides, because writing into
/// it is no event of its folder.
///
///   Settled ──event──▶ Waiting (200 ms) ──good or unchanged──▶ Settled
///                         └── broken, empty or gone ──▶ Doubting (300 ms) ──read once more──▶ Settled, with problems
class ConfigWatcher : public QObject {
    Q_OBJECT

public:
    explicit ConfigWatcher(const Paths &paths, QObject *parent = nullptr);

    /// Reads now. Where the file is broken the configuration that was used last is, as it was kept in
    /// Paths::goodConfigFile(), and where there is none an empty one; the problems are reported. No file is an empty
    /// configuration without any.
    void start();
    /// Reads now, for the `reload` command; the result tells what happened: InvalidInput with all problems, one a line.
    /// `loadedHash()` is then that of the file. Here an empty or missing file is taken at its word; while watching it
    /// is a problem, since it may be half of a replace.
    Result<void> reload();

    const GatewayConfig &config() const { return m_config; } ///< The last good one.
    QByteArray loadedHash() const { return m_hash; } ///< Of its bytes, none if there is no file; empty: none was good.
    const std::vector<ConfigProblem> &problems() const
    {
        return m_problems;
    } ///< Of the file as it is now; empty: good.

Q_SIGNALS:
    /// `config()` is the new one.
    void changed(const pasarela::GatewayConfig &before);
    void problemsChanged();

private:
    enum class State { Settled, Waiting, Doubting };
    struct Reading;

    void setState(State state);
    void onEvent();
    void onTimeout();
    Reading read() const;
    Reading kept() const;
    void keep(const QByteArray &bytes);
    void take(Reading reading);
    void warn(const std::vector<ConfigProblem> &findings) const;
    void watch();

    Paths m_paths;
    QFileSystemWatcher m_watcher;
    QTimer m_timer;
    State m_state = State::Settled;
    GatewayConfig m_config;
    QByteArray m_hash;
    QByteArray m_keptHash; ///< Of the bytes in Paths::goodConfigFile(); empty: not known.
    std::vector<ConfigProblem> m_problems;
};

} // namespace pasarela
