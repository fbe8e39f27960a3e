// SPDX-License-Identifier: MIT
#include "gateway/base/atomicwrite.h"

#include "gateway/base/systemerror.h"

#include <QDir>
#include <QFile>
#include <QFileInfo>

#include <cerrno>
#include <cstdio>
#include <cstdlib>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

namespace pasarela {

namespace {

/// A new file beside the target, gone again unless it took the target's place.
class NewFile {
public:
    explicit NewFile(const QString &target)
        : m_target(QFile::encodeName(target))
    {
        const QFileInfo info(target);
        m_folder = QFile::encodeName(info.path());
        m_name = m_folder + '/' + temporaryNameFor(target) + QByteArray(temporaryEnd, 'X');
        m_file = ::mkostemp(m_name.data(), O_CLOEXEC);
    }
    ~NewFile()
    {
        if (m_file >= 0) {
            ::close(m_file);
            ::unlink(m_name.constData());
        }
    }
    NewFile(const NewFile &) = delete;
    NewFile &operator=(const NewFile &) = delete;

    bool isOpen() const { return m_file >= 0; }

    bool setOwner(const struct stat &like)
    {
        struct stat own = {};
        if (::fstat(m_file, &own) != 0)
            return false;
        const uid_t user = own.st_uid == like.st_uid ? static_cast<uid_t>(-1) : like.st_uid;
        const gid_t group = own.st_gid == like.st_gid ? static_cast<gid_t>(-1) : like.st_gid;
        return (user == static_cast<uid_t>(-1) && group == static_cast<gid_t>(-1))
            || ::fchown(m_file, user, group) == 0;
    }

    bool setMode(mode_t mode) { return ::fchmod(m_file, mode) == 0; }

    bool write(QByteArrayView bytes)
    {
        while (!bytes.isEmpty()) {
            const ssize_t count = ::write(m_file, bytes.data(), static_cast<size_t>(bytes.size()));
            if (count < 0 && errno == EINTR)
                continue;
            if (count < 0)
                return false;
            bytes = bytes.sliced(count);
        }
        return synchronise(m_file);
    }

    /// After this the name is the new file; that the folder reached the disk cannot be taken back any more.
    bool takePlace()
    {
        if (::rename(m_name.constData(), m_target.constData()) != 0)
            return false;
        ::close(std::exchange(m_file, -1));
        const int folder = ::open(m_folder.constData(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
        if (folder >= 0) {
            ::fsync(folder);
            ::close(folder);
        }
        return true;
    }

private:
    static bool synchronise(int file)
    {
#ifdef F_FULLFSYNC
        if (::fcntl(file, F_FULLFSYNC) == 0) // macOS: fsync(2) alone leaves bytes in the drive's cache
            return true;
#endif
        return ::fsync(file) == 0;
    }

    QByteArray m_target;
    QByteArray m_folder;
    QByteArray m_name;
    int m_file = -1;
};

Error failure(const QString &target, const QString &what)
{
    return systemError(QStringLiteral("The file \"%1\" stays as it was: %2").arg(target, what), errno);
}

} // namespace

Result<void> writeAtomically(const QString &target, QByteArrayView bytes, int mode, ExistingMode existing)
{
    const QByteArray name = QFile::encodeName(target);
    struct stat old = {};
    const bool isThere = ::lstat(name.constData(), &old) == 0;
    if (isThere && !S_ISREG(old.st_mode))
        return Error{Error::Code::InvalidInput,
                     QStringLiteral("\"%1\" is not a regular file; give a file.").arg(target)};
    if (isThere && ::access(name.constData(), W_OK) != 0)
        return failure(target, QStringLiteral("it is write-protected"));

    NewFile file(target);
    if (!file.isOpen())
        return failure(target, QStringLiteral("its folder takes no new file"));
    if (isThere && !file.setOwner(old))
        return failure(target, QStringLiteral("its owner cannot be kept"));
    if (!file.setMode(isThere && existing == ExistingMode::Keep ? old.st_mode & 07777 : static_cast<mode_t>(mode)))
        return failure(target, QStringLiteral("its mode cannot be set"));
    if (!file.write(bytes))
        return failure(target, QStringLiteral("writing the new one failed"));
    if (!file.takePlace())
        return failure(target, QStringLiteral("the new one cannot take its place"));
    return {};
}

} // namespace pasarela
