// SPDX-License-Identifier: MIT
#pragma once

#include <QFileSystemWatcher>
#include <QObject>
#include <QStringList>

#include <functional>

namespace pasarela {

/// Tells when something in the folders of lock and sockets came or went: whoever cleans up there takes them from under
/// a gateway that lives. The folders themselves may be removed, too; one that was moved away is not noticed.
class RunFolderWatch : public QObject {
    Q_OBJECT

public:
    /// `look` is called for each change, and puts back what is missing, so that the folders are there again.
    RunFolderWatch(QStringList folders, std::function<void()> look, QObject *parent = nullptr);

private:
    void onChanged();

    QStringList m_folders;
    std::function<void()> m_look;
    QFileSystemWatcher m_watcher;
};

} // namespace pasarela
