// SPDX-License-Identifier: MIT
#include "app/singleinstance.h"

#include <QDeadlineTimer>
#include <QDir>
#include <QFile>
#include <QThread>

namespace pasarela {
namespace {

constexpr std::chrono::milliseconds pace{20};

} // namespace

SingleInstance::SingleInstance(const Paths &paths, QObject *parent)
    : QObject(parent)
    , m_paths(paths)
    , m_lock(QDir(paths.runDir()).filePath(QStringLiteral("tray.lock")))
{
    m_lock.setStaleLockTime(0); // a lock is held for as long as its process lives
    connect(&m_folder, &QFileSystemWatcher::directoryChanged, this, &SingleInstance::takeRequests);
}

QString SingleInstance::mailbox(Request request) const
{
    const QString name = request == Request::Show ? QStringLiteral("tray-show") : QStringLiteral("tray-quit");
    return QDir(m_paths.runDir()).filePath(name);
}

bool SingleInstance::acquire()
{
    if (!m_lock.tryLock())
        return false;
    // What was meant for one that is no more.
    for (const Request request : {Request::Show, Request::Quit})
        QFile::remove(mailbox(request));
    m_folder.addPath(m_paths.runDir());
    return true;
}

qint64 SingleInstance::holder() const
{
    qint64 processId = 0;
    QString host;
    QString program;
    return m_lock.getLockInfo(&processId, &host, &program) ? processId : 0;
}

Result<void> SingleInstance::send(Request request, std::chrono::milliseconds within)
{
    QFile file(mailbox(request));
    if (!file.open(QIODevice::WriteOnly))
        return Error{Error::Code::Io, QStringLiteral("cannot write %1: %2").arg(file.fileName(), file.errorString())};
    file.close();
    for (QDeadlineTimer deadline(within); QFile::exists(file.fileName()); QThread::msleep(pace.count())) {
        if (deadline.hasExpired()) {
            QFile::remove(file.fileName());
            return Error{
                Error::Code::Timeout,
                QStringLiteral("Pasarela runs already (process %1) and does not answer; end that process and try again")
                    .arg(holder())};
        }
    }
    return {};
}

bool SingleInstance::waitForEnd(std::chrono::milliseconds within)
{
    return m_lock.tryLock(int(within.count()));
}

void SingleInstance::takeRequests()
{
    for (const Request request : {Request::Show, Request::Quit}) {
        if (QFile::remove(mailbox(request)))
            Q_EMIT requested(request);
    }
}

} // namespace pasarela
