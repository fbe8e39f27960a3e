// SPDX-License-Identifier: MIT
#pragma once

#include "gateway/base/paths.h"
#include "gateway/config/configfile.h"

#include <QFileSystemWatcher>
#include <QObject>
#include <QTimer>

namespace pasarela {

/// Keeps the last good configuration and reads again when the file changes (the folder is watched: a watch on the file is
/// lost after one replace; 200 ms debounce; a broken read is tried once more after 300 ms before it is reported).
class ConfigWatcher : public QObject {
    Q_OBJECT

public:
    explicit ConfigWatcher(const Paths &paths, QObject *parent = nullptr);

    /// Reads now. A broken file at the first read is an empty configuration, with the problems reported.
    void start();
    /// Reads now, for the `reload` command; the result tells what happened. `loadedHash()` is then that of the file.
    Result<void> reload();

    const GatewayConfig &config() const { return m_config; }     ///< The last good one.
    QByteArray loadedHash() const { return m_hash; }
    const std::vector<ConfigProblem> &problems() const { return m_problems; } ///< Of the file as it is now; empty: good.

Q_SIGNALS:
    /// `config()` is the new one.
    void changed(const pasarela::GatewayConfig &before);
    void problemsChanged();

private:
    Paths m_paths;
    QFileSystemWatcher m_watcher;
    QTimer m_debounce;
    GatewayConfig m_config;
    QByteArray m_hash;
    std::vector<ConfigProblem> m_problems;
    bool m_retried = false;
};

} // namespace pasarela
