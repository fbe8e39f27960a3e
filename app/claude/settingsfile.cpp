// SPDX-License-Identifier: MIT
#include "app/claude/settingsfile.h"

#include "app/claude/secondlook.h"
#include "gateway/base/atomicfile.h"

#include <QDir>
#include <QFile>
#include <QFileInfo>

namespace pasarela {

namespace {

QString shown(const QString &file)
{
    return QDir::toNativeSeparators(file);
}

/// What a link ends in; the file itself where it is none.
QString targetOf(const QString &file)
{
    const QString target = QFileInfo(file).canonicalFilePath();
    return target.isEmpty() ? file : target;
}

Result<void> removeSettings(const QString &file)
{
    if (!QFile::remove(targetOf(file)) && QFileInfo::exists(file))
        return Error{Error::Code::PermissionDenied,
                     QStringLiteral("%1 cannot be removed; see whether its folder may be written").arg(shown(file))};
    return {};
}

} // namespace

Result<QByteArray> readSettings(const QString &file)
{
    if (const QFileInfo info(file); info.isSymbolicLink() && !info.exists())
        return Error{Error::Code::InvalidInput,
                     QStringLiteral("%1 is a link to %2, which is not there; make that file, or remove the link")
                         .arg(shown(file), shown(info.symLinkTarget()))};
    auto bytes = readWholeFile(file);
    if (bytes)
        return bytes->isNull() ? QByteArrayLiteral("") : *bytes;
    return bytes.error().code == Error::Code::NotFound ? Result<QByteArray>(QByteArray()) : bytes;
}

QString obstacleToWriting(const QString &file)
{
    const QFileInfo target(targetOf(file));
    const QFileInfo folder(target.path());
    if (!folder.isDir())
        return QStringLiteral("the folder of %1 does not exist; open the app once first").arg(shown(file));
    if (target.exists() && !target.isWritable())
        return QStringLiteral("%1 is read-only; make it writable and try again").arg(shown(target.filePath()));
    if (!folder.isWritable())
        return QStringLiteral("the folder %1 may not be written; make it writable and try again")
            .arg(shown(folder.filePath()));
    return {};
}

Result<void> writeSettings(const QString &file, const QByteArray &expected, const QByteArray &bytes)
{
    if (const auto checked = bytes.isNull() ? Result<void>() : passesSecondLook(bytes); !checked)
        return Error{
            Error::Code::Internal,
            QStringLiteral("a second look at the new settings failed (%1); nothing was changed. Please report this")
                .arg(checked.error().detail)};
    if (const QString obstacle = obstacleToWriting(file); !obstacle.isEmpty())
        return Error{Error::Code::PermissionDenied, obstacle};
    const auto now = readSettings(file);
    if (!now)
        return now.error();
    if (*now != expected || now->isNull() != expected.isNull())
        return Error{Error::Code::Conflict,
                     QStringLiteral("%1 changed meanwhile; nothing was written, try again").arg(shown(file))};
    if (bytes.isNull())
        return removeSettings(file);
    if (auto written = replaceFile(file, bytes); !written)
        return written;
    const auto back = readWholeFile(file);
    if (!back || *back != bytes)
        return Error{Error::Code::Io, QStringLiteral("%1 does not hold what was written; look at it").arg(shown(file))};
    return {};
}

} // namespace pasarela
