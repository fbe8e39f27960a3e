// SPDX-License-Identifier: MIT
#include "gateway/base/systemerror.h"
#include "gateway/base/winaccess.h"
#include "gateway/credentials/credentialsfile.h"

namespace pasarela {

Result<void> checkOnlyOursToRead(const QString &path)
{
    DWORD failure = 0;
    const auto security = WinFileSecurity::of(path, &failure);
    if (!security)
        return systemError(QStringLiteral("The credentials file \"%1\" cannot be examined").arg(path),
                           static_cast<int>(failure));
    if (security->letsOthers(FILE_READ_DATA | FILE_WRITE_DATA | FILE_APPEND_DATA))
        return Error{Error::Code::PermissionDenied,
                     QStringLiteral("The credentials file \"%1\" is not used: other users may read or write it. Take "
                                    "their rights away in its properties, under Security.")
                         .arg(path)};
    return {};
}

} // namespace pasarela
