// SPDX-License-Identifier: MIT
#include "gateway/base/paths.h"
#include "gateway/base/platformpaths.h"
#include "gateway/base/systemerror.h"
#include "gateway/base/winaccess.h"

#include <QDir>
#include <QFileInfo>
#include <QStandardPaths>

#include <aclapi.h>

namespace pasarela {

namespace {

constexpr DWORD writingRights =
    FILE_WRITE_DATA | FILE_APPEND_DATA | FILE_DELETE_CHILD | DELETE | WRITE_DAC | WRITE_OWNER; ///< Of a folder, too.

Error refused(const QString &path, const QString &why)
{
    return {Error::Code::PermissionDenied, QStringLiteral("\"%1\" is not used: %2.").arg(path, why)};
}

Error failed(const QString &what, const QString &path, DWORD code)
{
    return systemError(QStringLiteral("The folder \"%1\" cannot be %2").arg(path, what), static_cast<int>(code));
}

const wchar_t *wide(const QString &text)
{
    return reinterpret_cast<const wchar_t *>(text.utf16());
}

/// Ours, or of somebody who may take anything of ours anyway: what an elevated program makes belongs to administrators.
bool isTrustedOwner(const WinSid &owner)
{
    return owner == WinSid::ofThisUser() || owner == WinSid::wellKnown(WinBuiltinAdministratorsSid)
        || owner == WinSid::wellKnown(WinLocalSystemSid);
}

Error foreignOwner(const QString &path, const WinSid &owner)
{
    return refused(path,
                   QStringLiteral("it belongs to the user %1; remove it or choose another place")
                       .arg(owner.isValid() ? owner.accountName() : QStringLiteral("?")));
}

Result<void> closeToOthers(const QString &native)
{
    const WinDescriptor wanted = WinDescriptor::privateFile(true);
    const DWORD failure = ::SetNamedSecurityInfoW(const_cast<wchar_t *>(wide(native)), SE_FILE_OBJECT,
                                                  DACL_SECURITY_INFORMATION | PROTECTED_DACL_SECURITY_INFORMATION,
                                                  nullptr, nullptr, wanted.accessList(), nullptr);
    if (failure != ERROR_SUCCESS)
        return failed(QStringLiteral("closed to others"), native, failure);
    return {};
}

/// A folder that was there before.
Result<void> examine(const QString &path)
{
    const QString native = QDir::toNativeSeparators(path);
    const DWORD attributes = ::GetFileAttributesW(wide(native));
    if (attributes == INVALID_FILE_ATTRIBUTES)
        return failed(QStringLiteral("examined"), path, ::GetLastError());
    if (!(attributes & FILE_ATTRIBUTE_DIRECTORY) || (attributes & FILE_ATTRIBUTE_REPARSE_POINT))
        return refused(path, QStringLiteral("it is a link or no folder; remove it"));
    DWORD failure = 0;
    const auto security = WinFileSecurity::of(path, &failure);
    if (!security)
        return failed(QStringLiteral("examined"), path, failure);
    if (!isTrustedOwner(security->owner()))
        return foreignOwner(path, security->owner());
    return security->letsOthers(FILE_ALL_ACCESS) ? closeToOthers(native) : Result<void>();
}

} // namespace

Result<UserFolders> userFolders()
{
    const QString local = QStandardPaths::writableLocation(QStandardPaths::GenericDataLocation);
    const QString home = QDir::homePath();
    if (!QDir::isAbsolutePath(local) || !QDir::isAbsolutePath(home))
        return Error{Error::Code::InvalidInput, QStringLiteral("Windows names no folders for this user's data.")};
    UserFolders folders;
    folders.config = local + QStringLiteral("/pasarela");
    folders.data = folders.config;
    // What a packaged program writes below AppData, only that package sees.
    folders.shared = home + QStringLiteral("/.pasarela");
    folders.run = folders.data + QStringLiteral("/run");
    return folders;
}

QString localSocketName(const QString &run, const QString &home, const QString &which)
{
    Q_UNUSED(run);
    // Upper and lower case name one folder, so they must name one pipe.
    const QString owner =
        WinSid::ofThisUser().text() + (home.isEmpty() ? QString() : QLatin1Char('-') + shortHash(home.toLower()));
    return QStringLiteral("\\\\.\\pipe\\pasarela-%1-%2").arg(owner, which);
}

Result<void> checkOwnFolder(const QString &path)
{
    const QFileInfo info(path);
    if (!info.exists())
        return failed(QStringLiteral("used"), path, ERROR_PATH_NOT_FOUND);
    if (!info.isDir())
        return refused(path, QStringLiteral("it is no folder; give a folder"));
    const QString drive = QDir::toNativeSeparators(path.left(3));
    if (path.startsWith(QLatin1String("//")) || ::GetDriveTypeW(wide(drive)) == DRIVE_REMOTE)
        return refused(path, QStringLiteral("it lies on another computer; give a local folder"));
    DWORD failure = 0;
    const auto security = WinFileSecurity::of(path, &failure);
    if (!security)
        return failed(QStringLiteral("used"), path, failure);
    if (!isTrustedOwner(security->owner()))
        return foreignOwner(path, security->owner());
    if (security->letsOthers(writingRights))
        return refused(path, QStringLiteral("other users may write in it; take that right away"));
    return {};
}

Result<void> makePrivateDirectory(const QString &path)
{
    const QString clean = QDir::cleanPath(path);
    const QString parent = QFileInfo(clean).path();
    if (parent != clean && !QFileInfo::exists(parent)) {
        const Result<void> made = makePrivateDirectory(parent);
        if (!made)
            return made;
    }
    const QString native = QDir::toNativeSeparators(clean);
    WinDescriptor closed = WinDescriptor::privateFile(true);
    if (closed.isValid() && ::CreateDirectoryW(wide(native), closed.attributes()))
        return {};
    const DWORD failure = ::GetLastError();
    if (failure != ERROR_ALREADY_EXISTS)
        return failed(QStringLiteral("made"), clean, failure);
    return examine(clean);
}

} // namespace pasarela
