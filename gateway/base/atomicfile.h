// SPDX-License-Identifier: MIT
#pragma once

#include "gateway/base/result.h"

#include <QByteArray>
#include <QString>

namespace pasarela {

struct ReplaceOptions {
    int newFileMode = 0600; ///< Of a file that was not there before; an existing one keeps its mode and owner.
    bool keepBackup = false; ///< Keep the old bytes as `<file>.bak`, 0600.
};

/// The whole file; NotFound where there is none, TooLarge above `limit` bytes.
Result<QByteArray> readWholeFile(const QString &path, qint64 limit = 64 * 1024 * 1024);

/// Replaces a file whole: temporary file beside the resolved target (a symbolic link stays one) with its mode and owner
/// set before any byte, fsync, rename (ReplaceFile on Windows), fsync of the folder. Whatever happens, the file is the
/// old one or the new one.
Result<void> replaceFile(const QString &path, QByteArrayView bytes, const ReplaceOptions &options = {});

/// Removes what replaceFile() left beside this file where its process was ended in the middle. Only for who keeps
/// others from writing the file meanwhile: a temporary file in use would go too. Gives their number.
int removeLeftovers(const QString &path);

/// SHA-256 in lower-case hexadecimal: what `reload` and Conflict compare.
QByteArray contentHash(QByteArrayView bytes);

} // namespace pasarela
