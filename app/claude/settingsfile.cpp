// SPDX-License-Identifier: MIT
#include "app/claude/settingsfile.h"

#include "app/claude/strictcheck.h"
#include "gateway/base/atomicfile.h"

#include <QDir>
#include <QFileInfo>

namespace pasarela {

Result<QByteArray> readSettings(const QString &file)
{
    auto bytes = readWholeFile(file);
    if (bytes)
        return bytes->isNull() ? QByteArrayLiteral("") : *bytes;
    return bytes.error().code == Error::Code::NotFound ? Result<QByteArray>(QByteArray()) : bytes;
}

Result<void> writeSettings(const QString &file, const QByteArray &expected, const QByteArray &bytes)
{
    if (!passesSecondParser(bytes))
        return Error{Error::Code::Internal, QStringLiteral("the new settings would not be read by a second parser; nothing was changed")};
    if (!QFileInfo(QFileInfo(file).path()).isDir())
        return Error{Error::Code::NotFound, QStringLiteral("the folder of %1 does not exist; open the app once first")
                                                .arg(QDir::toNativeSeparators(file))};
    const auto now = readSettings(file);
    if (!now)
        return now.error();
    if (*now != expected || now->isNull() != expected.isNull())
        return Error{Error::Code::Conflict, QStringLiteral("%1 changed meanwhile; nothing was written, try again")
                                                .arg(QDir::toNativeSeparators(file))};
    if (const QFileInfo info(file); info.exists() && !info.isWritable())
        return Error{Error::Code::PermissionDenied, QStringLiteral("%1 is read-only; make it writable and try again")
                                                        .arg(QDir::toNativeSeparators(file))};
    if (auto written = replaceFile(file, bytes); !written)
        return written;
    const auto back = readWholeFile(file);
    if (!back || *back != bytes)
        return Error{Error::Code::Io, QStringLiteral("%1 does not hold what was written; look at it").arg(QDir::toNativeSeparators(file))};
    return {};
}

} // namespace pasarela
