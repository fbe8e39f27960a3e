// SPDX-License-Identifier: MIT
#include "gateway/runfolderwatch.h"

namespace pasarela {

RunFolderWatch::RunFolderWatch(QStringList folders, std::function<void()> look, QObject *parent)
    : QObject(parent)
    , m_folders(std::move(folders))
    , m_look(std::move(look))
{
    m_folders.removeDuplicates();
    m_watcher.addPaths(m_folders);
    connect(&m_watcher, &QFileSystemWatcher::directoryChanged, this, &RunFolderWatch::onChanged);
}

void RunFolderWatch::onChanged()
{
    m_look();
    for (const QString &folder : std::as_const(m_folders)) {
        if (!m_watcher.directories().contains(folder))
            m_watcher.addPath(folder); // one that went is not watched any more, though another has its name
    }
}

} // namespace pasarela
