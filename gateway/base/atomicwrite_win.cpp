// SPDX-License-Identifier: MIT
#include "gateway/base/atomicwrite.h"

#include "gateway/base/systemerror.h"
#include "gateway/base/winaccess.h"
#include "gateway/base/winhandle.h"

#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QRandomGenerator>

namespace pasarela {

namespace {

constexpr int attempts = 6; ///< Virus scanners and indexers hold a fresh file open for a moment.
constexpr DWORD pauseBetween = 15; ///< Milliseconds.
constexpr DWORD largestPiece = 16 * 1024 * 1024;

const wchar_t *wide(const QString &text)
{
    return reinterpret_cast<const wchar_t *>(text.utf16());
}

/// A new file beside the target, gone again unless it took the target's place.
class NewFile {
public:
    NewFile(const QString &target, bool isPrivate)
        : m_target(QDir::toNativeSeparators(target))
    {
        const quint32 end = QRandomGenerator::system()->bounded(0x100000u, 0x1000000u);
        static_assert(temporaryEnd == 6); // figures of base 16 in that range
        m_name = QDir::toNativeSeparators(QFileInfo(target).path() + u'/' + QFile::decodeName(temporaryNameFor(target))
                                          + QString::number(end, 16));
        WinDescriptor closed = WinDescriptor::privateFile(false);
        m_file =
            WinHandle(::CreateFileW(wide(m_name), GENERIC_WRITE | DELETE, 0, isPrivate ? closed.attributes() : nullptr,
                                    CREATE_NEW, FILE_ATTRIBUTE_NORMAL, nullptr));
    }
    ~NewFile()
    {
        const bool isLeft = m_file.isValid() || m_written;
        m_file.close();
        if (isLeft)
            ::DeleteFileW(wide(m_name));
    }
    NewFile(const NewFile &) = delete;
    NewFile &operator=(const NewFile &) = delete;

    bool isOpen() const { return m_file.isValid(); }

    bool write(QByteArrayView bytes)
    {
        while (!bytes.isEmpty()) {
            DWORD count = 0;
            const DWORD size = static_cast<DWORD>(std::min<qsizetype>(bytes.size(), largestPiece));
            if (!::WriteFile(m_file.get(), bytes.data(), size, &count, nullptr))
                return false;
            bytes = bytes.sliced(count);
        }
        if (!::FlushFileBuffers(m_file.get()))
            return false;
        m_file.close(); // an open file cannot be moved
        m_written = true;
        return true;
    }

    /// After this the name is the new file. With `keepAccess` it gets the old one's access list.
    bool takePlace(bool keepAccess)
    {
        for (int i = 0; i < attempts; ++i) {
            if (i > 0)
                ::Sleep(pauseBetween);
            if (keepAccess && ::ReplaceFileW(wide(m_target), wide(m_name), nullptr, 0, nullptr, nullptr))
                break;
            const DWORD failure = keepAccess ? ::GetLastError() : ERROR_SUCCESS;
            // Where it may not copy the access list, or is stopped half-way, a plain move does what is left to do.
            const bool move = !keepAccess || failure == ERROR_UNABLE_TO_MOVE_REPLACEMENT
                || failure == ERROR_UNABLE_TO_MOVE_REPLACEMENT_2 || failure == ERROR_FILE_NOT_FOUND;
            if (move && ::MoveFileExW(wide(m_name), wide(m_target), MOVEFILE_REPLACE_EXISTING | MOVEFILE_WRITE_THROUGH))
                break;
            if (i == attempts - 1 || !mayPass(::GetLastError()))
                return false;
        }
        m_written = false;
        return true;
    }

private:
    static bool mayPass(DWORD failure)
    {
        return failure == ERROR_SHARING_VIOLATION || failure == ERROR_LOCK_VIOLATION || failure == ERROR_ACCESS_DENIED
            || failure == ERROR_USER_MAPPED_FILE || failure == ERROR_UNABLE_TO_REMOVE_REPLACED
            || failure == ERROR_UNABLE_TO_MOVE_REPLACEMENT || failure == ERROR_UNABLE_TO_MOVE_REPLACEMENT_2;
    }

    QString m_target;
    QString m_name;
    WinHandle m_file;
    bool m_written = false; ///< Closed, under its own name.
};

Error failure(const QString &target, const QString &what, DWORD code)
{
    return systemError(
        QStringLiteral("The file \"%1\" stays as it was: %2").arg(QDir::toNativeSeparators(target), what),
        static_cast<int>(code));
}

} // namespace

Result<void> writeAtomically(const QString &target, QByteArrayView bytes, int mode, ExistingMode existing)
{
    const DWORD attributes = ::GetFileAttributesW(wide(QDir::toNativeSeparators(target)));
    const bool isThere = attributes != INVALID_FILE_ATTRIBUTES;
    if (isThere && (attributes & FILE_ATTRIBUTE_DIRECTORY))
        return Error{Error::Code::InvalidInput,
                     QStringLiteral("\"%1\" is not a regular file; give a file.").arg(target)};
    if (isThere && (attributes & FILE_ATTRIBUTE_READONLY))
        return failure(target, QStringLiteral("it is write-protected"), ERROR_ACCESS_DENIED);

    const bool isOthersTo = (mode & 0077) != 0; // "others may read": as the folder has it
    NewFile file(target, !isOthersTo);
    if (!file.isOpen())
        return failure(target, QStringLiteral("its folder takes no new file"), ::GetLastError());
    if (!file.write(bytes))
        return failure(target, QStringLiteral("writing the new one failed"), ::GetLastError());
    if (!file.takePlace(isThere && existing == ExistingMode::Keep))
        return failure(target, QStringLiteral("the new one cannot take its place"), ::GetLastError());
    return {};
}

} // namespace pasarela
