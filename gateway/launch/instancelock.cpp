// SPDX-License-Identifier: MIT
#include "gateway/launch/instancelock.h"

#include <QCoreApplication>
#include <QDateTime>
#include <QFileInfo>

#include <cstdlib>

namespace pasarela {

namespace {

/// Longer than it takes to write a few bytes.
constexpr std::chrono::milliseconds beingWritten{2000};

/// Takes the lock; a lock whose file is there but which no living process holds is taken over. QLockFile alone believes
/// a pid that another program of ours got later; the kernel's lock on the file does not lie. A file that names no pid
/// yet is just being written by its holder, and left alone for a moment; an older one was cut short (a full disk, a
/// power cut).
bool take(QLockFile &file)
{
    if (file.tryLock(std::chrono::milliseconds(0)))
        return true;
    qint64 named = 0;
    QString host;
    QString program;
    const bool isWritten = file.getLockInfo(&named, &host, &program) && named > 0;
    const QDateTime written = QFileInfo(file.fileName()).lastModified();
    const bool isOld = std::abs(written.msecsTo(QDateTime::currentDateTime())) > beingWritten.count();
    return (isWritten || isOld) && file.removeStaleLockFile() && file.tryLock(std::chrono::milliseconds(0));
}

} // namespace

Result<std::unique_ptr<InstanceLock>> InstanceLock::tryAcquire(const Paths &paths, qint64 *holder)
{
    const Result<void> folder = makePrivateDirectory(paths.runDir());
    if (!folder)
        return folder.error();
    if (const QFileInfo there(paths.lockFile()); there.isSymLink() || (there.exists() && !there.isFile()))
        return Error{Error::Code::InvalidInput,
                     QStringLiteral("\"%1\" stands where the lock file belongs and is no file; remove it.")
                         .arg(paths.lockFile())};
    auto file = std::make_unique<QLockFile>(paths.lockFile());
    file->setStaleLockTime(0);
    if (take(*file))
        return std::unique_ptr<InstanceLock>(new InstanceLock(std::move(file)));
    if (file->error() == QLockFile::LockFailedError) {
        QString host;
        QString program;
        qint64 pid = 0;
        file->getLockInfo(&pid, &host, &program);
        if (holder)
            *holder = pid;
        return std::unique_ptr<InstanceLock>();
    }
    return Error{file->error() == QLockFile::PermissionError ? Error::Code::PermissionDenied : Error::Code::Io,
                 QStringLiteral("The lock file \"%1\" cannot be written; look at its folder and the disk.")
                     .arg(paths.lockFile())};
}

InstanceLock::InstanceLock(std::unique_ptr<QLockFile> file)
    : m_file(std::move(file))
{
}

InstanceLock::~InstanceLock()
{
    if (!isHeld() && QFileInfo::exists(m_file->fileName()))
        (void)m_file.release(); // it would remove the file by its name
}

bool InstanceLock::isHeld() const
{
    qint64 holder = 0;
    QString host;
    QString program;
    return m_file->getLockInfo(&holder, &host, &program) && holder == QCoreApplication::applicationPid();
}

Result<void> InstanceLock::keep()
{
    if (isHeld())
        return {};
    if (const Result<void> folder = makePrivateDirectory(QFileInfo(m_file->fileName()).path()); !folder)
        return folder;
    if (!QFileInfo::exists(m_file->fileName()))
        m_file->unlock();
    if (!QFileInfo::exists(m_file->fileName()) && m_file->tryLock(std::chrono::milliseconds(0)))
        return {};
    return Error{
        Error::Code::Conflict,
        QStringLiteral("the lock file \"%1\" was removed, and is another process's now").arg(m_file->fileName())};
}

} // namespace pasarela
